#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/plugin.hpp"
#include "ocelli/pipelines/ffmpeg/decoder_errors.hpp"
#include "ocelli/pipelines/ffmpeg/file_input.hpp"
#include "ocelli/pipelines/ffmpeg/file_output.hpp"
#include "ocelli/pipelines/ffmpeg/frame_planes.hpp"

namespace ocelli::internal::ffmpeg {
namespace {

class GrayFile final : public GrayVideo {
 public:
  explicit GrayFile(const std::string& path) : input_(path), info_(input_.info()) {}

  const VideoFileInfo& info() const override { return info_; }

  std::optional<GrayFrame> read() override {
    while (next_ == frames_.size()) {
      next_ = 0;
      std::optional<std::vector<DecodedFrame>> frames = input_.read([](const AVPacket&) {});
      if (!frames) return std::nullopt;
      frames_ = std::move(*frames);
    }
    const DecodedFrame decoded = std::move(frames_[next_++]);
    return GrayFrame{gray_of(*decoded.frame), decoded.when, decoded.is_damaged};
  }

  std::vector<FrameTime> lost() const override { return input_.lost(); }

 private:
  FileInput input_;
  VideoFileInfo info_;
  std::vector<DecodedFrame> frames_;
  std::size_t next_ = 0;
};

/// Frames on their way from a file to another.
class Rewriting {
 public:
  Rewriting(const VideoRewrite& job, const FrameEdit& edit) : job_(job), edit_(edit), input_(job.input) {}

  std::vector<std::string> run() {
    while (auto frames = input_.read([this](const AVPacket& packet) { copy(packet); }))
      for (DecodedFrame& frame : *frames) pass_on(frame);
    if (!output_) fail("contains no frame that can be decoded");
    output_->finish();
    return output_->notes();
  }

 private:
  /// Packets before the first frame wait for it: the output is opened when its format is known.
  void copy(const AVPacket& packet) {
    if (output_)
      output_->copy(packet);
    else
      waiting_.emplace_back(allocated(av_packet_clone(&packet)));
  }

  void open(const AVFrame& first) {
    output_.emplace(input_, first, job_);
    for (const PacketHandle& packet : waiting_) output_->copy(*packet);
    waiting_.clear();
  }

  void pass_on(DecodedFrame& decoded) {
    if (!output_) open(*decoded.frame);
    FrameHandle frame = std::move(decoded.frame);
    if (frame->format != output_->format()) frame = converted(*frame, output_->format());
    // The decoder may still predict from the frame.
    checked(av_frame_make_writable(frame.get()), "copy a frame");
    edit_({planes_of(*frame), decoded.when, decoded.is_damaged});
    output_->encode(*frame);
  }

  const VideoRewrite& job_;
  const FrameEdit& edit_;
  FileInput input_;
  std::optional<FileOutput> output_;
  std::vector<PacketHandle> waiting_;
};

class FfmpegLibrary final : public VideoFileLibrary {
 public:
  std::unique_ptr<GrayVideo> open(const std::string& path) const override {
    const DecoderErrors silent;
    return std::make_unique<GrayFile>(path);
  }

  std::vector<std::string> rewrite(const VideoRewrite& job, const FrameEdit& edit) const override {
    const DecoderErrors silent;
    return Rewriting(job, edit).run();
  }
};

}  // namespace
}  // namespace ocelli::internal::ffmpeg

OCELLI_PLUGIN(ocelli::internal::VideoFileLibrary, ocelli::internal::ffmpeg::FfmpegLibrary)
