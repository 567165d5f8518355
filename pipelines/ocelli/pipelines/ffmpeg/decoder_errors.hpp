#pragma once

#include <cstddef>

namespace ocelli::internal::ffmpeg {

/// Counts the errors that decoders report on this thread while it exists.
///
/// Decoders repair what they can and go on. They say so in their log alone: few set a flag on the frame.
/// Nothing is printed.
class DecoderErrors {
 public:
  DecoderErrors();
  ~DecoderErrors();
  DecoderErrors(const DecoderErrors&) = delete;
  DecoderErrors& operator=(const DecoderErrors&) = delete;

  std::size_t count() const { return count_; }

 private:
  std::size_t* outer_;
  std::size_t count_ = 0;
};

}  // namespace ocelli::internal::ffmpeg
