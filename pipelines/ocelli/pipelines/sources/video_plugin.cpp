#include <algorithm>
#include <cstdlib>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/videoio.hpp>
#include <utility>
#include <vector>

#include "ocelli/core/plugin.hpp"
#include "ocelli/pipelines/sources/video_library.hpp"

namespace ocelli::internal {
namespace {

/// OpenCV reports most failures by a return value but some by an exception. Both are treated alike here.
bool succeeds(const auto& action) {
  try {
    return action();
  } catch (const cv::Exception&) {
    return false;
  }
}

class Capture final : public FrameStream {
 public:
  cv::VideoCapture& handle() { return capture_; }

  cv::Mat read() override {
    cv::Mat frame;
    if (!succeeds([&] { return capture_.read(frame); })) return {};
    return frame;
  }

  bool skip() override {
    return succeeds([&] { return capture_.grab(); });
  }

  double frames_promised() const override { return property(cv::CAP_PROP_FRAME_COUNT); }
  double frames_per_second() const override { return property(cv::CAP_PROP_FPS); }
  cv::Size frame_size() const override {
    return {cvRound(property(cv::CAP_PROP_FRAME_WIDTH)), cvRound(property(cv::CAP_PROP_FRAME_HEIGHT))};
  }

 private:
  double property(int id) const { return std::max(0.0, capture_.get(id)); }

  cv::VideoCapture capture_;
};

class Writer final : public FrameSink {
 public:
  Writer(std::string path, double rate, cv::Size size) : path_(std::move(path)) {
    writer_.open(path_, cv::CAP_FFMPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), rate, size);
  }

  bool is_open() const { return writer_.isOpened(); }

  void write(const cv::Mat& frame) override {
    writer_.write(frame);
    ++written_;
  }

  /// OpenCV does not report failed writes, so the file is checked for its last frame.
  bool close() override {
    return succeeds([&] {
      writer_.release();
      if (written_ == 0) return true;
      cv::VideoCapture check(path_, cv::CAP_FFMPEG);
      if (check.get(cv::CAP_PROP_FRAME_COUNT) < written_) return false;
      check.set(cv::CAP_PROP_POS_FRAMES, written_ - 1);
      cv::Mat last;
      return check.read(last);
    });
  }

 private:
  std::string path_;
  cv::VideoWriter writer_;
  double written_ = 0;
};

class OpenCvVideo final : public VideoLibrary {
 public:
  /// OpenCV and FFmpeg complain on stderr about files they cannot open. Our error reports that once, with the
  /// name.
  OpenCvVideo() {
    constexpr int kKeepTheUsersOwn = 0;
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    ::setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", kKeepTheUsersOwn);
  }

  std::unique_ptr<FrameStream> open_file(const std::string& path) const override {
    auto stream = std::make_unique<Capture>();
    // FFmpeg only: other backends would interpret the name as a pattern of numbered images or a command line.
    if (!succeeds([&] { return stream->handle().open(path, cv::CAP_FFMPEG, kPatience); })) return nullptr;
    return stream;
  }

  std::unique_ptr<FrameStream> open_camera(int number) const override {
    auto stream = std::make_unique<Capture>();
    if (!succeeds([&] { return stream->handle().open(number, cv::CAP_ANY); })) return nullptr;
    // A camera takes the nearest rate that it has. One that does not go on afterwards is opened without a
    // wish.
    constexpr double kWantedRate = 60;
    succeeds([&] { return stream->handle().set(cv::CAP_PROP_FPS, kWantedRate); });
    if (!succeeds([&] { return stream->handle().grab(); }) &&
        !succeeds([&] { return stream->handle().open(number, cv::CAP_ANY); }))
      return nullptr;
    // Old frames are useless for a live view.
    succeeds([&] { return stream->handle().set(cv::CAP_PROP_BUFFERSIZE, 1); });
    return stream;
  }

  std::unique_ptr<FrameSink> create(const std::string& path, double frames_per_second,
                                    cv::Size size) const override {
    auto writer = std::make_unique<Writer>(path, frames_per_second, size);
    if (!writer->is_open()) return nullptr;
    return writer;
  }

 private:
  /// The timeout for a stream's server.
  inline static const std::vector<int> kPatience = {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, 10'000,
                                                    cv::CAP_PROP_READ_TIMEOUT_MSEC, 10'000};
};

}  // namespace
}  // namespace ocelli::internal

OCELLI_PLUGIN(ocelli::internal::VideoLibrary, ocelli::internal::OpenCvVideo)
