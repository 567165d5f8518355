#include "ocelli/pipelines/blurring/file_blurring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "data/temporary_folder.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "pipelines/ffmpeg/clip_maker.hpp"
#include "source_path.hpp"

namespace ocelli::internal::video_blurring_test {
namespace {

namespace fs = std::filesystem;
using test::Clip;
using test::ClipContent;
using testing::HasSubstr;

const HidingDetector& faces() {
  static const HidingDetector detector = HidingDetector::load(test::source_path() / "models/face.ocelli", {});
  return detector;
}

/// A face on gray, about 40 pixels wide, at a place that moves with the frame.
constexpr int kFace = 64;
cv::Point place_of_face(int frame) { return {40 + 2 * frame, 30}; }
cv::Mat face_picture(cv::Size size, cv::Point place) {
  static const cv::Mat portrait = [] {
    const cv::Mat photo = read_gray(test::source_path() / "apps/ocelli/demo/astronaut.jpg");
    cv::Mat small;
    const double side = 0.33 * photo.cols;
    const cv::Rect head(cvRound(0.27 * photo.cols), cvRound(0.02 * photo.rows), cvRound(side), cvRound(side));
    cv::resize(photo(head & cv::Rect({}, photo.size())), small, {kFace, kFace}, 0, 0, cv::INTER_AREA);
    return small;
  }();
  cv::Mat picture(size, CV_8UC1, cv::Scalar(120));
  portrait.copyTo(picture(cv::Rect(place, portrait.size())));
  return picture;
}

Clip clip_of_face(int frames = 20) {
  Clip clip{.size = {192, 128}, .frames = frames};
  clip.picture = [size = clip.size](int frame) { return face_picture(size, place_of_face(frame)); };
  return clip;
}

class VideoBlurring : public testing::Test {
 protected:
  /// Makes the clip, blurs it and reads the result.
  ClipContent blurred(const Clip& clip, const std::string& ending = ".mp4",
                      const BlurOptions& options = {.every = 1}) {
    test::make_clip(input(ending), clip);
    return blur(ending, options);
  }

  ClipContent blur(const std::string& ending, const BlurOptions& options = {.every = 1}) {
    const InputLimits limits;
    report = blur_video({input(ending), output(ending)},
                        {.detector = faces(), .options = options, .limits = limits});
    return test::read_clip(output(ending));
  }

  fs::path input(const std::string& ending) const { return folder.path() / ("in" + ending); }
  fs::path output(const std::string& ending) const { return folder.path() / ("out" + ending); }

  test::TemporaryFolder folder;
  BlurredFile report;
};

/// Whether there are edges left where the face was.
bool is_clear(const cv::Mat& luma, cv::Point place) {
  const cv::Mat face = luma(cv::Rect(place.x + 16, place.y + 16, 32, 32));
  const cv::Mat before = face_picture({kFace, kFace}, {0, 0})(cv::Rect(16, 16, 32, 32));
  cv::Mat difference;
  cv::absdiff(face, before, difference);
  return cv::mean(difference)[0] < 8;
}

TEST_F(VideoBlurring, HidesAFaceInEveryFrame) {
  const ClipContent result = blurred(clip_of_face());
  ASSERT_EQ(result.luma.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(is_clear(result.luma[i], place_of_face(i))) << i;
  EXPECT_EQ(report.hidden_frames, 20U);
  ASSERT_FALSE(report.objects.empty());
}

TEST_F(VideoBlurring, FollowsAFaceBetweenTheFramesThatItSearches) {
  const ClipContent result = blurred(clip_of_face(), ".mp4", {.every = 4});
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(is_clear(result.luma[i], place_of_face(i))) << i;
}

TEST_F(VideoBlurring, LeavesWhatIsKeptClear) {
  const ClipContent by_region =
      blurred(clip_of_face(), ".mp4", {.every = 1, .keep = {*KeptObject::parse("0,0,192,128")}});
  EXPECT_TRUE(is_clear(by_region.luma[10], place_of_face(10)));
  ASSERT_FALSE(report.objects.empty());
  EXPECT_TRUE(report.objects[0].is_kept);
}

TEST_F(VideoBlurring, HidesAFaceInATurnedVideo) {
  Clip clip = clip_of_face();
  clip.size = {128, 192};
  clip.quarters = 1;  // stored turned to the left, shown upright
  clip.picture = [](int frame) {
    cv::Mat turned;
    cv::rotate(face_picture({192, 128}, place_of_face(frame)), turned, cv::ROTATE_90_COUNTERCLOCKWISE);
    return turned;
  };
  const ClipContent result = blurred(clip);
  EXPECT_EQ(result.quarters, 1);
  EXPECT_EQ(result.size, clip.size);
  for (int i = 0; i < 20; ++i) {
    cv::Mat upright;
    cv::rotate(result.luma[i], upright, cv::ROTATE_90_CLOCKWISE);
    EXPECT_FALSE(is_clear(upright, place_of_face(i))) << i;
  }
}

TEST_F(VideoBlurring, KeepsAVideoWithoutFaces) {
  const ClipContent result = blurred({});
  EXPECT_EQ(result.codec, "h264");
  EXPECT_EQ(result.luma.size(), 8U);
  EXPECT_EQ(report.hidden_frames, 0U);
  EXPECT_EQ(result.sounds, 0);
}

TEST_F(VideoBlurring, KeepsASingleFrame) { EXPECT_EQ(blurred({.frames = 1}).luma.size(), 1U); }

TEST_F(VideoBlurring, KeepsAnOddSize) {
  const Clip clip{.encoder = "mjpeg", .pixel_format = "yuvj420p", .size = {67, 45}};
  const ClipContent result = blurred(clip, ".avi");
  EXPECT_EQ(result.size, clip.size);
  EXPECT_EQ(result.codec, "mjpeg");
}

TEST_F(VideoBlurring, KeepsTheTimesOfFrames) {
  const std::vector<int> times{0, 40, 100, 140, 500, 520, 1000, 1100};
  for (const std::string ending : {".mkv", ".mp4"}) {
    const ClipContent result = blurred({.times = times}, ending);
    ASSERT_EQ(result.seconds.size(), times.size()) << ending;
    for (std::size_t i = 0; i < times.size(); ++i)
      EXPECT_NEAR(result.seconds[i], times[i] / 1000.0, 0.001) << ending;
  }
}

TEST_F(VideoBlurring, KeepsTenBits) {
  EXPECT_EQ(blurred({.pixel_format = "yuv420p10le"}, ".mkv").pixel_format, "yuv420p10le");
  EXPECT_EQ(blurred({.encoder = "libx265", .pixel_format = "yuv420p10le"}, ".mkv").codec, "hevc");
}

TEST_F(VideoBlurring, KeepsOtherCodecs) {
  EXPECT_EQ(blurred({.encoder = "mpeg4"}, ".avi").codec, "mpeg4");
  EXPECT_EQ(blurred({.encoder = "libvpx"}, ".webm").codec, "vp8");
  EXPECT_EQ(blurred({.encoder = "libvpx-vp9"}, ".webm").codec, "vp9");
}

TEST_F(VideoBlurring, CopiesSoundAndSubtitles) {
  test::make_clip(input(".mkv"), {.sounds = 2, .subtitles = 1});
  const ClipContent before = test::read_clip(input(".mkv")), after = blur(".mkv");
  EXPECT_EQ(after.sounds, 2);
  EXPECT_EQ(after.subtitles, 1);
  EXPECT_EQ(after.other_packets, before.other_packets);
}

TEST_F(VideoBlurring, KeepsMetadataAndRemovesPlacesOnRequest) {
  const Clip clip{.metadata = {{"title", "A clip"}, {"location", "+48.1+011.5/"}}};
  EXPECT_EQ(blurred(clip, ".mkv").metadata.at("title"), "A clip");
  const ClipContent stripped = blurred(clip, ".mkv", {.every = 1, .strip = "place"});
  EXPECT_EQ(stripped.metadata.at("title"), "A clip");
  for (const auto& [key, value] : stripped.metadata)
    EXPECT_THAT(value, testing::Not(HasSubstr("+48.1"))) << key;
}

TEST_F(VideoBlurring, HidesDamagedFramesAsAWhole) {
  Clip clip = clip_of_face(40);
  clip.encoder = "mjpeg";  // each frame by itself
  clip.pixel_format = "yuvj420p";
  clip.picture = [](int) { return face_picture({192, 128}, {40, 30}); };
  test::make_clip(input(".avi"), clip);
  test::damage_clip(input(".avi"), {10, 30});
  const ClipContent result = blur(".avi");
  std::size_t frames = 0;
  for (const DoubtfulFrames& damaged : report.damaged) frames += damaged.last - damaged.first + 1;
  EXPECT_EQ(frames, 2U);
  for (std::size_t i = 0; i < result.luma.size(); ++i) EXPECT_FALSE(is_clear(result.luma[i], {40, 30})) << i;
}

std::string reason_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST_F(VideoBlurring, RefusesWhatItCannotKeep) {
  // A rotation in Matroska, and PCM sound in WebM.
  test::make_clip(input(".mp4"), {.quarters = 1});
  const InputLimits limits;
  const BlurOptions options{.every = 1};
  const BlurJob job{.detector = faces(), .options = options, .limits = limits};
  EXPECT_THAT(reason_of([&] { blur_video({input(".mp4"), output(".mkv")}, job); }), HasSubstr("is turned"));
  test::make_clip(input(".mkv"), {.encoder = "libvpx-vp9", .sounds = 1});
  EXPECT_THAT(reason_of([&] {
                blur_video({input(".mkv"), output(".webm")}, job);
              }),
              HasSubstr("cannot hold"));
  std::ofstream(input(".avi")) << "no video";
  EXPECT_THAT(reason_of([&] { blur_video({input(".avi"), output(".avi")}, job); }), HasSubstr("in.avi"));
  EXPECT_FALSE(fs::exists(output(".mkv")) || fs::exists(output(".webm")) || fs::exists(output(".avi")));
}

TEST_F(VideoBlurring, LeavesNothingWhenStopped) {
  test::make_clip(input(".mp4"), {.frames = 50});
  std::stop_source stop;
  stop.request_stop();
  const InputLimits limits;
  const BlurOptions options;
  const BlurJob job{.detector = faces(), .options = options, .limits = limits, .stop = stop.get_token()};
  EXPECT_THROW(blur_video({input(".mp4"), output(".mp4")}, job), Error);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace ocelli::internal::video_blurring_test
