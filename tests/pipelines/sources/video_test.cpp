#include "ocelli/pipelines/sources/video.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <opencv2/videoio.hpp>

#include "data/temporary_folder.hpp"

namespace ocelli::internal::video_test {
namespace {

/// A clip of frames that grow brighter: frame i has the gray level 20 i.
std::string write_clip(const test::TemporaryFolder& folder, int frames, double rate) {
  const std::string path = (folder.path() / "clip.avi").string();
  cv::VideoWriter writer(path, cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), rate,
                         {64, 48});
  for (int i = 0; i < frames; ++i) writer.write(cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(20 * i)));
  return path;
}

TEST(Video, GivesItsFramesInOrderEachWithItsOwnPixels) {
  const test::TemporaryFolder folder;
  const std::string path = write_clip(folder, 5, 10);
  const auto video = open_video(path);
  EXPECT_NEAR(video->frames_per_second(), 10, 0.1);
  EXPECT_EQ(video->total(), 5u);
  std::vector<Item> frames;
  while (auto frame = video->next()) frames.push_back(std::move(*frame));
  ASSERT_EQ(frames.size(), 5u);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(frames[i].input, path + "#" + std::to_string(i));
    EXPECT_NEAR(cv::mean(std::get<cv::Mat>(frames[i].content))[0], 20.0 * static_cast<double>(i), 3);
  }
  EXPECT_FALSE(video->next());
}

TEST(Video, PlaysAtItsOwnPace) {
  using Clock = std::chrono::steady_clock;
  const test::TemporaryFolder folder;
  const auto source = at_own_pace(open_video(write_clip(folder, 5, 20)));
  const auto begun = Clock::now();
  std::size_t frames = 0;
  while (source->next()) ++frames;
  EXPECT_EQ(frames, 5u);
  EXPECT_GE(Clock::now() - begun, std::chrono::milliseconds(200))
      << "4 intervals, and the last frame's own time";
}

TEST(Video, IsRecognizedByItsName) {
  EXPECT_TRUE(has_video_extension("a/b.MP4"));
  EXPECT_TRUE(has_video_extension("b.webm"));
  EXPECT_FALSE(has_video_extension("mp4"));
  EXPECT_FALSE(has_video_extension("b.png"));
}

/// A camera that gives some frames, and then fails.
class FailingCamera final : public Video {
 public:
  explicit FailingCamera(int frames) : frames_(frames) {}
  std::optional<Item> next() override {
    if (given_ == frames_)
      return Item{"cam:0", Error(Kind::input, "the camera stopped delivering frames", "cam:0")};
    return Item{"cam:0#" + std::to_string(given_++), cv::Mat(4, 4, CV_8UC3)};
  }
  double frames_per_second() const override { return 30; }

 private:
  int frames_, given_ = 0;
};

TEST(KeptOpen, ComesBackWithTheCameraAndNumbersItsFramesOn) {
  int openings = 0;
  const std::unique_ptr<Source> camera = kept_open(
      [&]() -> std::unique_ptr<Video> {
        const int opening = openings++;
        require(opening == 0 || opening > 2, Kind::input, "no such camera", "cam:0");
        return std::make_unique<FailingCamera>(2);
      },
      std::chrono::milliseconds(1));
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) names.push_back(camera->next()->input);
  EXPECT_THAT(names, testing::ElementsAre("cam:0#0", "cam:0#1", "cam:0", "cam:0#2", "cam:0#3"));
  EXPECT_EQ(openings, 4) << "two of them in vain";
}

TEST(KeptOpen, EndsWithoutACameraAndAtAStopRequest) {
  const auto none = []() -> std::unique_ptr<Video> { throw Error(Kind::input, "no such camera", "cam:0"); };
  EXPECT_THROW(kept_open(none), Error);
  bool is_gone = false;
  const std::unique_ptr<Source> camera = kept_open([&]() -> std::unique_ptr<Video> {
    return std::exchange(is_gone, true) ? none() : std::make_unique<FailingCamera>(0);
  });
  EXPECT_TRUE(std::holds_alternative<Error>(camera->next()->content));
  std::stop_source stop;
  stop.request_stop();
  const CancellationScope scope(stop.get_token());
  EXPECT_THROW(camera->next(), Error);
}

TEST(AtOwnPace, HoldsAVideo) {
  const std::unique_ptr<PacedVideo> video = at_own_pace(std::make_unique<FailingCamera>(3));
  video->next();
  video->hold(true);
  const auto begun = std::chrono::steady_clock::now();
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    video->hold(false);
  });
  EXPECT_EQ(video->next()->input, "cam:0#1");
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(190));
}

}  // namespace
}  // namespace ocelli::internal::video_test
