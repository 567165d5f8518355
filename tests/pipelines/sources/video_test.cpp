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

}  // namespace
}  // namespace ocelli::internal::video_test
