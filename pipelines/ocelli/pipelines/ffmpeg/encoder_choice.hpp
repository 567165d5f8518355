#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/pipelines/ffmpeg/av_handles.hpp"

namespace ocelli::internal::ffmpeg {

/// The video that is encoded again.
struct EncodedLike {
  const AVStream& stream;
  const AVCodecContext& decoder;
  const AVFrame& first;  ///< its first frame
};

/// The encoder of the same codec, or of H.264 if there is none, and the format of its frames.
struct EncoderChoice {
  const AVCodec* encoder;
  AVPixelFormat format;
  std::vector<std::string> notes;  ///< on what is not kept
};

/// Throws  the reason if the container cannot hold what can be encoded.
EncoderChoice choose_encoder(const EncodedLike& video, const AVOutputFormat& container);

/// An open encoder for frames like these.
CodecHandle open_encoder(const EncoderChoice& choice, const EncodedLike& video, std::optional<int> quality,
                         int threads, bool has_global_header);

}  // namespace ocelli::internal::ffmpeg
