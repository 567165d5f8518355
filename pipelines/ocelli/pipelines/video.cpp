#include "ocelli/pipelines/video.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/videoio.hpp>
#include <string>
#include <thread>
#include <utility>

#include "ocelli/pipelines/file_ending.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

/// OpenCV and FFmpeg complain on stderr about what they cannot open; our error says the same once, with the
/// name.
void silence_libraries() {
  [[maybe_unused]] static const bool done = [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    constexpr int kKeepTheUsersOwn = 0;
    return ::setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", kKeepTheUsersOwn) == 0;
  }();
}

/// OpenCV tells of most failures by a return value but of some by an exception: here they are all the same.
bool succeeds(const auto& action) {
  try {
    return action();
  } catch (const cv::Exception&) {
    return false;
  }
}

class FrameReader {
 public:
  /// A cv::VideoCapture is a handle: its copies share the stream.
  FrameReader(const cv::VideoCapture& capture, std::string name)
      : capture_(capture), name_(std::move(name)) {}

  /// The next frame, in memory of its own, or nothing at the end.
  std::optional<Item> next() {
    cv::Mat frame;
    if (!succeeds([&] { return capture_.read(frame); }) || frame.empty()) return std::nullopt;
    return Item{name_ + "#" + std::to_string(count_++), std::move(frame)};
  }

  const std::string& name() const { return name_; }
  std::size_t count() const { return count_; }
  double property(int id) const { return std::max(0.0, capture_.get(id)); }

 private:
  cv::VideoCapture capture_;
  std::string name_;
  std::size_t count_ = 0;
};

class VideoFile final : public Video {
 public:
  explicit VideoFile(FrameReader reader) : reader_(std::move(reader)) {}

  std::optional<Item> next() override {
    std::optional<Item> frame = reader_.next();
    ended_ = !frame;
    if (!frame && reader_.count() == 0) return std::exchange(empty_, std::nullopt);
    return frame;
  }

  /// A container's own count is a promise only: once the end is reached, what came is what there was.
  std::optional<std::size_t> total() const override {
    if (ended_) return reader_.count();
    const double promised = reader_.property(cv::CAP_PROP_FRAME_COUNT);
    if (promised < 1 || promised > 1e9) return std::nullopt;
    return std::max(static_cast<std::size_t>(promised), reader_.count());
  }

  double frames_per_second() const override { return reader_.property(cv::CAP_PROP_FPS); }

 private:
  FrameReader reader_;
  bool ended_ = false;
  std::optional<Item> empty_ =
      Item{reader_.name(), Error(Kind::input, "holds no frame that can be decoded", reader_.name())};
};

class Camera final : public Video {
 public:
  explicit Camera(FrameReader reader) : reader_(std::move(reader)) {}

  std::optional<Item> next() override {
    if (failed_) return std::nullopt;
    if (std::optional<Item> frame = reader_.next()) return frame;
    failed_ = true;
    return Item{reader_.name(), Error(Kind::input, "the camera gives no more frames", reader_.name())};
  }

  double frames_per_second() const override { return reader_.property(cv::CAP_PROP_FPS); }

 private:
  FrameReader reader_;
  bool failed_ = false;
};

class Paced final : public Source {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Paced(std::unique_ptr<Video> video) : video_(std::move(video)) {
    constexpr double kUsualRate = 25, kLeast = 1, kMost = 1000;
    const double told = video_->frames_per_second();
    const double rate = told > 0 ? std::clamp(told, kLeast, kMost) : kUsualRate;
    interval_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / rate));
  }

  std::optional<Item> next() override {
    std::optional<Item> frame = video_->next();
    const Clock::time_point now = Clock::now();
    if (count_ == 0) start_ = now;
    std::this_thread::sleep_until(start_ + interval_ * count_++);
    return frame;
  }

  std::optional<std::size_t> total() const override { return video_->total(); }

 private:
  std::unique_ptr<Video> video_;
  Clock::duration interval_{};
  Clock::time_point start_;
  std::int64_t count_ = 0;
};

}  // namespace

bool has_video_extension(const fs::path& path) {
  return ends_in(path,
                 {".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".wmv", ".flv", ".ogv"});
}

std::unique_ptr<Video> open_video(const fs::path& path) {
  silence_libraries();
  std::error_code failure;
  require(fs::exists(path, failure), Kind::input, "no such file", path.string());
  cv::VideoCapture capture;
  // FFmpeg alone: other backends would take the name for a pattern of numbered images or a command line.
  require(succeeds([&] { return capture.open(path.string(), cv::CAP_FFMPEG); }), Kind::input,
          "is not a video that can be played, or damaged", path.string());
  return std::make_unique<VideoFile>(FrameReader(capture, path.string()));
}

std::unique_ptr<Video> open_camera(int number) {
  silence_libraries();
  const std::string name = "cam:" + std::to_string(number);
  cv::VideoCapture capture;
  require(succeeds([&] { return capture.open(number, cv::CAP_ANY); }), Kind::input,
          "no such camera, or another program is using it", name);
  succeeds(
      [&] { return capture.set(cv::CAP_PROP_BUFFERSIZE, 1); });  // old frames are of no use to a live view
  return std::make_unique<Camera>(FrameReader(capture, name));
}

std::unique_ptr<Source> at_own_pace(std::unique_ptr<Video> video) {
  return std::make_unique<Paced>(std::move(video));
}

}  // namespace ocelli
