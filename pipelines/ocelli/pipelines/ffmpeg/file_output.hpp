#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/pipelines/ffmpeg/encoder_choice.hpp"
#include "ocelli/pipelines/ffmpeg/file_input.hpp"
#include "ocelli/pipelines/ffmpeg/output_stream.hpp"

namespace ocelli::internal::ffmpeg {

/// A video file in writing: the frames of a video encoded again, and its other streams copied.
class FileOutput {
 public:
  /// Throws  the reason if the container cannot hold the video or one of the other streams.
  FileOutput(const FileInput& input, const AVFrame& first, const VideoRewrite& job);

  AVPixelFormat format() const { return encoder_->pix_fmt; }
  const std::vector<std::string>& notes() const { return notes_; }

  void encode(AVFrame& frame);
  /// Copies a packet of another stream of the input. Those of streams that were left out are ignored.
  void copy(const AVPacket& packet);
  /// Finishes the file.
  void finish();

 private:
  void open_container(const VideoRewrite& job);
  void add_video(const FileInput& input, const AVFrame& first, const VideoRewrite& job);
  void add_copy(const AVStream& source, const VideoRewrite& job);
  void copy_chapters(const AVFormatContext& input, const VideoRewrite& job);
  void send(const AVFrame* frame);

  struct FreeOutput {
    void operator()(AVFormatContext* context) const { avformat_free_context(context); }
  };

  OutputStream stream_;
  std::unique_ptr<AVFormatContext, FreeOutput> container_;
  CodecHandle encoder_;
  AVRational video_time_base_;                        ///< of the input
  std::map<int, std::pair<int, AVRational>> copied_;  ///< index in the input: index here, time base there
  int video_ = 0;
  std::map<std::int64_t, std::int64_t> durations_;  ///< of frames in the encoder
  std::int64_t next_ = INT64_MIN;                   ///< the least time of the next frame
  std::vector<std::string> notes_;
};

}  // namespace ocelli::internal::ffmpeg
