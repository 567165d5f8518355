#pragma once

#include <memory>

#include "ocelli/pipelines/ffmpeg/av_handles.hpp"

namespace ocelli::internal::ffmpeg {

/// Bytes for an open file descriptor. It stays open.
class OutputStream {
 public:
  OutputStream(int descriptor, bool can_seek);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  AVIOContext* context() const { return context_; }

  /// Writes what is still in memory.
  /// Throws  the reason if anything could not be written.
  void flush();

 private:
  int descriptor_;
  AVIOContext* context_;
};

}  // namespace ocelli::internal::ffmpeg
