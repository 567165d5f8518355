// Objects at several rotations in the image plane.

#include <gmock/gmock.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <tuple>
#include <vector>

#include "detection/opencv/random_opencv_cascade.hpp"
#include "detection/random_cascade.hpp"
#include "detection/some_landmarks.hpp"
#include "detection/some_verifier.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal::rotation_test {
namespace {

using testing::IsEmpty;
using testing::Not;

/// All objects of one size, so that the grid of windows is the same from every side of an image of even
/// sides.
DetectOptions of_one_size(const Cascade& cascade, Rotation rotation) {
  const ObjectSize size(cascade.width(), cascade.height());
  return {.scan = {.min_size = size, .max_size = size, .overhang = 0},
          .group = {.overlap = 1, .containment = 1, .min_neighbors = 1, .min_score = 0},
          .rotation = rotation};
}

cv::Rect pixels(const Box& box) { return {cvRound(box.x), cvRound(box.y), cvRound(box.w), cvRound(box.h)}; }

void sort(std::vector<Detection>& detections) {
  std::ranges::sort(detections, {}, [](const Detection& d) {
    return std::tuple(std::lround(d.box.y), std::lround(d.box.x), d.score);
  });
}

/// What a detector of upright objects finds in the image turned back by these quarters, in the image itself.
std::vector<Detection> found_by_hand(const ObjectDetector& upright, const cv::Mat& image, int quarters) {
  const cv::Mat back = turned(image, 4 - quarters);
  std::vector<Detection> found = upright.detect(back);
  for (Detection& detection : found) {
    const cv::Rect box = turned(pixels(detection.box), back.size(), quarters);
    detection.box = {static_cast<float>(box.x), static_cast<float>(box.y), static_cast<float>(box.width),
                     static_cast<float>(box.height)};
  }
  sort(found);
  return found;
}

/// Those of the detections with this roll.
std::vector<Detection> with_roll(std::vector<Detection> detections, int quarters) {
  const float roll = quarters == 3 ? -90.0F : 90.0F * static_cast<float>(quarters);
  std::erase_if(detections, [=](const Detection& d) { return d.pose.value().roll != roll; });
  sort(detections);
  return detections;
}

void expect_same(const std::vector<Detection>& found, const std::vector<Detection>& expected) {
  EXPECT_THAT(expected, Not(IsEmpty()));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(pixels(found[i].box), pixels(expected[i].box));
    EXPECT_NEAR(found[i].score, expected[i].score, 1e-4);
  }
}

std::vector<float> sorted_scores(const std::vector<Detection>& detections) {
  std::vector<float> scores;
  for (const Detection& detection : detections) scores.push_back(detection.score);
  std::ranges::sort(scores);
  return scores;
}

/// The mean difference of scores. The surest of the boxes around a detection depends on the rounding of
/// crops, so boxes are not compared.
void expect_like_scores(const std::vector<Detection>& found, const std::vector<Detection>& expected,
                        double tolerance) {
  const std::vector<float> own = sorted_scores(found), others = sorted_scores(expected);
  ASSERT_EQ(own.size(), others.size());
  double difference = 0;
  for (std::size_t i = 0; i < own.size(); ++i) difference += std::abs(own[i] - others[i]);
  EXPECT_LE(difference / static_cast<double>(own.size()), tolerance);
}

template <class Compare>
void expect_quarter_turns_as_by_hand(const DetectorModel& model, const Compare& compare) {
  const cv::Mat image = test::noise(40, 50, 5);
  const ObjectDetector upright(model, of_one_size(model.cascade, Rotation::upright));
  const auto found = ObjectDetector(model, of_one_size(model.cascade, Rotation::quarter)).detect(image);
  for (int quarters = 0; quarters < 4; ++quarters) {
    SCOPED_TRACE(quarters);
    compare(with_roll(found, quarters), found_by_hand(upright, image, quarters));
  }
}

TEST(QuarterRotation, FindsWhatAnUprightSearchFindsInTheTurnedImage) {
  for (const bool symmetric : {false, true}) {
    for (const cv::Size window : {cv::Size(8, 8), cv::Size(8, 12)}) {
      CascadeParts parts = test::random_cascade(window.width, window.height, 2, 1);
      parts.symmetric = symmetric;
      expect_quarter_turns_as_by_hand({Cascade(parts), {}, {}}, expect_same);
    }
  }
}

/// Each column of the image is repeated, so levels for objects four times as wide as high are exact.
TEST(QuarterRotation, FindsObjectsOfOtherShapesThanTheWindow) {
  constexpr int kTimes = 4;
  const cv::Mat image = test::noise(20, 24, 5);
  cv::Mat wide(image.rows, kTimes * image.cols, CV_8UC1);
  for (int x = 0; x < wide.cols; ++x) image.col(x / kTimes).copyTo(wide.col(x));
  CascadeParts parts = test::random_cascade(8, 8, 2, 1);
  parts.shapes = {kTimes};
  DetectOptions options = of_one_size(Cascade(parts), Rotation::upright);
  options.scan.stride = 1;
  options.scan.min_size = options.scan.max_size = ObjectSize(kTimes * 8, 8);
  const ObjectDetector upright(Cascade(parts), options);
  options.rotation = Rotation::quarter;
  const ObjectDetector any(Cascade(parts), options);
  for (int quarters = 0; quarters < 4; ++quarters) {
    SCOPED_TRACE(quarters);
    const cv::Mat seen = turned(wide, quarters);
    expect_same(with_roll(any.detect(seen), quarters), found_by_hand(upright, seen, quarters));
  }
}

/// Pixels of turned crops differ by the rounding of their interpolation.
TEST(QuarterRotation, RescoresCropsTurnedUpright) {
  const Cascade cascade(test::random_cascade(8, 8, 2, 1));
  expect_quarter_turns_as_by_hand(
      {cascade, {}, Verifier(test::random_verifier(20, 2, 3))},
      [](const auto& found, const auto& expected) { expect_like_scores(found, expected, 0.02); });
}

TEST(QuarterRotation, FindsWithAnOpenCvCascadeWhatAnUprightSearchFindsInTheTurnedImage) {
  const OpenCvCascade cascade(test::random_opencv_cascade({12, 10}, false, 1, 21));
  DetectOptions options{.scan = {}, .group = {.containment = 1, .min_neighbors = 1}};
  const ObjectDetector upright(cascade, options);
  options.rotation = Rotation::quarter;
  const cv::Mat image = test::noise(60, 81, 5);
  const auto found = ObjectDetector(cascade, options).detect(image);
  for (int quarters = 0; quarters < 4; ++quarters) {
    SCOPED_TRACE(quarters);
    const auto own = with_roll(found, quarters), expected = found_by_hand(upright, image, quarters);
    EXPECT_THAT(expected, Not(IsEmpty()));
    EXPECT_EQ(own.size(), expected.size());
  }
}

/// Finds disks with a bright left half and a dark right half.
Cascade halves() {
  CascadeParts parts{.width = 12,
                     .height = 12,
                     .bins = 50,
                     .min_deviation = 4,
                     .label = "disk",
                     .features = {},
                     .tables = {},
                     .stages = {}};
  HaarFeature feature;
  feature.add({.x = 0, .y = 0, .w = 6, .h = 12, .weight = 1});
  feature.add({.x = 6, .y = 0, .w = 6, .h = 12, .weight = -1});
  parts.features.push_back({feature, 0, 1.0F / 3});  // 144 for two even halves
  for (int bin = 0; bin < parts.bins; ++bin) parts.tables.push_back(static_cast<float>(bin) / 4 - 9.9F);
  parts.stages = {{1, 0}};
  return Cascade(std::move(parts));
}

/// A disk rotated clockwise by this angle.
cv::Mat disk(double degrees, cv::Point center) {
  cv::Mat image(120, 160, CV_8UC1, cv::Scalar(128));
  cv::ellipse(image, center, {20, 20}, degrees, 90, 270, cv::Scalar(255), cv::FILLED);
  cv::ellipse(image, center, {20, 20}, degrees, -90, 90, cv::Scalar(0), cv::FILLED);
  return image;
}

void expect_disk(Rotation rotation, float roll) {
  DetectOptions options;
  options.rotation = rotation;
  const auto found = ObjectDetector(halves(), options).detect(disk(static_cast<double>(roll), {60, 50}));
  ASSERT_THAT(found, Not(IsEmpty())) << roll;
  EXPECT_EQ(found.front().pose.value().roll, roll);
  EXPECT_NEAR(found.front().box.center_x(), 60, 8) << roll;
  EXPECT_NEAR(found.front().box.center_y(), 50, 8) << roll;
}

TEST(AnyRotation, TellsHowFarAnObjectIsRotated) {
  for (const float roll : {0.0F, 45.0F, 90.0F, 135.0F, 180.0F, -135.0F, -90.0F, -45.0F})
    expect_disk(Rotation::any, roll);
}

TEST(AnyRotation, StartsLandmarksAtTheRotationFound) {
  const LandmarkRegressor regressor(test::landmarks_without_steps());
  const ObjectDetector detector({halves(), {}, {}, regressor},
                                {.scan = {}, .group = {}, .rotation = Rotation::any});
  for (const float roll : {0.0F, 45.0F, 90.0F, -135.0F}) {
    const auto found = detector.detect(disk(static_cast<double>(roll), {60, 50}));
    ASSERT_THAT(found, Not(IsEmpty())) << roll;
    EXPECT_NEAR(found.front().pose.value().roll, roll, 0.5);
    EXPECT_NEAR(found.front().pose.value().yaw.value(), 0, 0.5);
  }
}

TEST(TiltedRotation, FindsObjectsTiltedToEitherSide) {
  for (const float roll : {0.0F, 30.0F, -30.0F}) expect_disk(Rotation::tilted, roll);
}

TEST(CandidateOptions, TakeSizesFartherApartInTiltedCopies) {
  const Cascade cascade(test::random_cascade(20, 20, 2, 1));
  const auto sizes = [&](Rotation rotation, std::optional<ObjectSize> min) {
    return candidate_options({.scan = {.min_size = min}, .group = {}, .rotation = rotation}, cascade).scan;
  };
  for (const Rotation rotation : {Rotation::tilted, Rotation::any}) {
    EXPECT_DOUBLE_EQ(sizes(rotation, {}).scale_step, 1.331);
    EXPECT_EQ(sizes(rotation, {}).min_size, ObjectSize(22, 22));
    EXPECT_EQ(sizes(rotation, 40).min_size, ObjectSize(44, 0));
  }
  EXPECT_DOUBLE_EQ(sizes(Rotation::quarter, {}).scale_step, 1.21);
  const DetectOptions far{.scan = {.scale_step = 1.3}, .group = {}, .rotation = Rotation::any};
  EXPECT_EQ(candidate_options(far, cascade).scan.scale_step, 1.3) << "as asked for";
}

TEST(UprightDetector, HasNoPoses) {
  const auto found = ObjectDetector(halves()).detect(disk(0, {60, 50}));
  ASSERT_THAT(found, Not(IsEmpty()));
  EXPECT_FALSE(found.front().pose);
  EXPECT_THAT(ObjectDetector(halves()).detect(disk(90, {60, 50})), IsEmpty());
}

/// Detections of two kinds of models in noise, at any rotation.
std::vector<std::vector<Detection>> found_in_noise(cv::Size size) {
  const DetectOptions options{
      .scan = {}, .group = {.min_neighbors = 1, .min_score = 0}, .rotation = Rotation::any};
  const Cascade cascade(test::random_cascade(12, 8, 2, 1));
  const OpenCvCascade opencv(test::random_opencv_cascade({12, 10}, false, 1, 21));
  const cv::Mat image = test::noise(size.height, size.width, 7);
  return {ObjectDetector(cascade, options).detect(image), ObjectDetector(opencv, options).detect(image)};
}

TEST(AnyRotation, FindsNothingCenteredOutsideTheImage) {
  for (const auto& found : found_in_noise({70, 50})) {
    EXPECT_THAT(found, Not(IsEmpty()));
    for (const Detection& detection : found) {
      EXPECT_GE(detection.box.center_x(), 0);
      EXPECT_LE(detection.box.center_x(), 70);
      EXPECT_GE(detection.box.center_y(), 0);
      EXPECT_LE(detection.box.center_y(), 50);
    }
  }
}

TEST(AnyRotation, FindsTheSameWithAnyNumberOfThreads) {
  const auto on_threads = [](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return found_in_noise({400, 300});
  };
  EXPECT_EQ(on_threads(1), on_threads(4));
}

TEST(AnyRotation, FindsNothingInImagesTooSmall) {
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(5, 5), cv::Size(90, 1), cv::Size(1, 90)})
    for (const auto& found : found_in_noise(size)) EXPECT_THAT(found, IsEmpty());
}

}  // namespace
}  // namespace ocelli::internal::rotation_test
