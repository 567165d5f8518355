#include "ocelli/pipelines/sources/video.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/plugin.hpp"
#include "ocelli/core/waiting.hpp"
#include "ocelli/pipelines/sources/video_library.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// A stream that stops waiting for frames when a stop is requested.
class AwaitedStream final : public FrameStream {
 public:
  /// Null for none.
  static std::unique_ptr<FrameStream> opened_by(std::function<std::unique_ptr<FrameStream>()> open) {
    std::shared_ptr<FrameStream> stream = awaited([open = std::move(open)] { return open(); });
    return stream == nullptr ? nullptr : std::make_unique<AwaitedStream>(std::move(stream));
  }

  explicit AwaitedStream(std::shared_ptr<FrameStream> stream) : stream_(std::move(stream)) {}

  cv::Mat read() override {
    return awaited([stream = stream_] { return stream->read(); });
  }
  bool skip() override {
    return awaited([stream = stream_] { return stream->skip(); });
  }
  double frames_promised() const override { return stream_->frames_promised(); }
  double frames_per_second() const override { return stream_->frames_per_second(); }
  cv::Size frame_size() const override { return stream_->frame_size(); }

 private:
  std::shared_ptr<FrameStream> stream_;
};

class FrameReader {
 public:
  /// Throws  Error(Kind::input) when frames are larger than the limits allow.
  FrameReader(std::unique_ptr<FrameStream> stream, std::string name, const InputLimits& limits)
      : stream_(std::move(stream)), name_(std::move(name)), limits_(limits) {
    const cv::Size size = stream_->frame_size();
    if (!size.empty()) require_pixels(size.width, size.height, limits_, name_);
  }

  /// The next frame, in its own memory, or nothing at the end.
  std::optional<Item> next() {
    cv::Mat frame = stream_->read();
    if (frame.empty()) return std::nullopt;
    Item item{name_ + "#" + std::to_string(count_), std::move(frame), limits_};
    item.video_rate = frames_per_second();
    item.frame = count_++;
    return item;
  }

  bool skip() {
    if (!stream_->skip()) return false;
    ++count_;
    return true;
  }

  const std::string& name() const { return name_; }
  std::size_t count() const { return count_; }
  double frames_promised() const { return stream_->frames_promised(); }
  double frames_per_second() const { return stream_->frames_per_second(); }

 private:
  std::unique_ptr<FrameStream> stream_;
  std::string name_;
  InputLimits limits_;
  std::size_t count_ = 0;
};

class VideoFile final : public Video {
 public:
  explicit VideoFile(FrameReader reader) : reader_(std::move(reader)) {}

  std::optional<Item> next() override {
    if (ended_) return std::nullopt;
    std::optional<Item> frame = reader_.next();
    ended_ = !frame;
    return frame ? frame : fault();
  }

  bool skip() override {
    if (ended_) return false;
    ended_ = !reader_.skip();
    return !ended_ || fault();
  }

  /// A container's frame count is only an estimate. Once the end is reached, the number of frames read
  /// counts.
  std::optional<std::size_t> total() const override {
    if (ended_) return reader_.count();
    const std::optional<std::size_t> expected = promised();
    return expected ? std::optional(std::max(*expected, reader_.count())) : std::nullopt;
  }

  double frames_per_second() const override { return reader_.frames_per_second(); }

 private:
  std::optional<std::size_t> promised() const {
    const double promised = reader_.frames_promised();
    if (promised < 1 || promised > 1e9) return std::nullopt;
    return static_cast<std::size_t>(promised);
  }

  /// The error for a file that ended early. Containers that derive their frame count from a duration may be
  /// off by a few frames.
  std::optional<Item> fault() const {
    const auto item = [this](const std::string& what) {
      return Item{reader_.name(), Error(Kind::input, what, reader_.name())};
    };
    if (reader_.count() == 0) return item("contains no frame that can be decoded");
    constexpr std::size_t kFew = 2, kShare = 20;
    const std::size_t expected = promised().value_or(0);
    if (reader_.count() + kFew + expected / kShare >= expected) return std::nullopt;
    return item("ends after " + std::to_string(reader_.count()) + " of the " + std::to_string(expected) +
                " frames that its header states: it is truncated or damaged");
  }

  FrameReader reader_;
  bool ended_ = false;
};

class Camera final : public Video {
 public:
  explicit Camera(FrameReader reader) : reader_(std::move(reader)) {}

  std::optional<Item> next() override {
    if (failed_) return std::nullopt;
    if (std::optional<Item> frame = reader_.next()) return frame;
    failed_ = true;
    return Item{reader_.name(), Error(Kind::input, "the camera stopped delivering frames", reader_.name())};
  }

  double frames_per_second() const override { return reader_.frames_per_second(); }

 private:
  FrameReader reader_;
  bool failed_ = false;
};

class KeptOpen final : public Source {
 public:
  KeptOpen(std::function<std::unique_ptr<Video>()> open, std::chrono::milliseconds between)
      : open_(std::move(open)), between_(between), video_(open_()) {}

  std::optional<Item> next() override {
    while (video_ == nullptr) try_again();
    std::optional<Item> item = video_->next();
    if (item && !std::holds_alternative<Error>(item->content)) {
      item->input = item->input.substr(0, item->input.rfind('#')) + "#" + std::to_string(count_);
      item->frame = count_++;
      return item;
    }
    video_.reset();  // another program, or the same camera plugged in again, may need the device
    return item;
  }

 private:
  void try_again() {
    for (auto waited = std::chrono::milliseconds(0); waited < between_; waited += kStopLookUp) {
      check_canceled();
      std::this_thread::sleep_for(std::min(kStopLookUp, between_));
    }
    try {
      video_ = open_();
    } catch (const Error& error) {
      if (error.kind() == Kind::canceled) throw;
    }
  }

  std::function<std::unique_ptr<Video>()> open_;
  std::chrono::milliseconds between_;
  std::unique_ptr<Video> video_;
  std::size_t count_ = 0;
};

class Paced final : public PacedVideo {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Paced(std::unique_ptr<Video> video) : video_(std::move(video)) {
    constexpr double kDefaultRate = 25, kMin = 1, kMax = 1000;
    const double told = video_->frames_per_second();
    const double rate = told > 0 ? std::clamp(told, kMin, kMax) : kDefaultRate;
    interval_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / rate));
  }

  std::optional<Item> next() override {
    std::optional<Item> frame = video_->next();
    const Clock::time_point now = Clock::now();
    if (count_ == 0) start_ = now;
    std::this_thread::sleep_until(start_ + interval_ * count_++);
    wait_while_held();
    return frame;
  }

  void hold(bool is_held) override { is_held_ = is_held; }

  std::optional<std::size_t> total() const override { return video_->total(); }

 private:
  /// The time that a video was held for does not make its next frames late.
  void wait_while_held() {
    const Clock::time_point begun = Clock::now();
    while (is_held_) {
      check_canceled();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    start_ += Clock::now() - begun;
  }

  std::unique_ptr<Video> video_;
  std::atomic<bool> is_held_ = false;
  Clock::duration interval_{};
  Clock::time_point start_;
  std::int64_t count_ = 0;
};

}  // namespace

bool has_video_extension(const fs::path& path) {
  return ends_in(path,
                 {".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".wmv", ".flv", ".ogv"});
}

bool is_stream_address(std::string_view input) {
  constexpr std::array<std::string_view, 8> kSchemes = {"rtsp",  "rtsps", "rtmp", "http",
                                                        "https", "udp",   "tcp",  "srt"};
  const std::size_t end = input.find("://");
  return end != std::string_view::npos && std::ranges::count(kSchemes, input.substr(0, end)) > 0;
}

bool is_live_address(std::string_view input) {
  return is_stream_address(input) && !input.starts_with("http");
}

std::unique_ptr<Video> open_stream(const std::string& address, const InputLimits& limits) {
  const VideoLibrary& library = plugin<VideoLibrary>(Kind::input);
  std::unique_ptr<FrameStream> stream =
      AwaitedStream::opened_by([&library, address] { return library.open_file(address); });
  require(stream != nullptr, Kind::input, "no video is available at this address", address);
  return std::make_unique<VideoFile>(FrameReader(std::move(stream), address, limits));
}

std::unique_ptr<Video> open_video(const fs::path& path, const InputLimits& limits) {
  std::error_code failure;
  require(fs::exists(path, failure), Kind::input, "no such file", path.native());
  // A pipe would block forever, and a folder or device would be misinterpreted.
  require(fs::is_regular_file(path, failure), Kind::input, "is not a regular file", path.native());
  std::unique_ptr<FrameStream> stream = plugin<VideoLibrary>(Kind::input).open_file(path.string());
  require(stream != nullptr, Kind::input, "is not a supported video, or is damaged", path.native());
  return std::make_unique<VideoFile>(FrameReader(std::move(stream), path.string(), limits));
}

std::unique_ptr<Video> open_camera(int number, const InputLimits& limits) {
  const std::string name = "cam:" + std::to_string(number);
  const VideoLibrary& library = plugin<VideoLibrary>(Kind::input);
  std::unique_ptr<FrameStream> stream =
      AwaitedStream::opened_by([&library, number] { return library.open_camera(number); });
  require(stream != nullptr, Kind::input, "no such camera, or another program is using it", name);
  return std::make_unique<Camera>(FrameReader(std::move(stream), name, limits));
}

std::unique_ptr<Source> kept_open(std::function<std::unique_ptr<Video>()> open,
                                  std::chrono::milliseconds between) {
  return std::make_unique<KeptOpen>(std::move(open), between);
}

std::unique_ptr<PacedVideo> at_own_pace(std::unique_ptr<Video> video) {
  return std::make_unique<Paced>(std::move(video));
}

}  // namespace ocelli::internal
