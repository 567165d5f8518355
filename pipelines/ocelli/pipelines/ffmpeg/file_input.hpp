#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/pipelines/ffmpeg/av_handles.hpp"
#include "ocelli/pipelines/sources/video_file_library.hpp"

namespace ocelli::internal::ffmpeg {

/// A decoded frame of a FileInput.
struct DecodedFrame {
  FrameHandle frame;
  FrameTime when;
  bool is_damaged = false;
};

/// An open video file with one stream of moving pictures.
class FileInput {
 public:
  /// Throws  the reason if it is not a video, has several or cannot be decoded.
  explicit FileInput(const std::string& path);

  const AVFormatContext& container() const { return *container_; }
  const AVStream& video() const { return *video_; }
  const AVCodecContext& decoder() const { return *decoder_; }
  VideoFileInfo info() const;

  /// Reads on. Gives the next packet of another stream to `other`, if that comes first, and returns the
  /// frames that could be decoded.
  /// Returns nothing at the end of the file, after all frames.
  template <class Other>
  std::optional<std::vector<DecodedFrame>> read(const Other& other) {
    if (is_drained_) return std::nullopt;
    const PacketHandle packet = next_packet();
    if (packet != nullptr && packet->stream_index != video_->index) {
      other(*packet);
      return std::vector<DecodedFrame>();
    }
    is_drained_ = packet == nullptr;
    return decode(packet.get());
  }

  /// Frames that could not be decoded, so far.
  const std::vector<FrameTime>& lost() const { return lost_; }

 private:
  PacketHandle next_packet();
  std::vector<DecodedFrame> decode(const AVPacket* packet);
  void mark_damaged(std::int64_t time, bool is_rejected, std::vector<DecodedFrame>& frames);
  DecodedFrame accepted(FrameHandle frame);
  void require_same_format(const AVFrame& frame);
  FrameTime time_of(std::int64_t pts) const;

  InputHandle container_;
  const AVStream* video_ = nullptr;
  CodecHandle decoder_;
  bool is_drained_ = false;
  std::vector<FrameTime> lost_;
  std::vector<std::int64_t> damaged_;  ///< times of packets whose frame is yet to come
  std::optional<std::int64_t> last_;   ///< time of the last frame
  std::optional<cv::Size> size_;
  int format_ = AV_PIX_FMT_NONE;
};

}  // namespace ocelli::internal::ffmpeg
