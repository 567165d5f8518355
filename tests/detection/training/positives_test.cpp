#include "ocelli/detection/training/positives.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal::positives_test {
namespace {

using test::noise;
using test::same_pixels;

/// The pose of a window over a box, unturned.
WindowPose over(const cv::Rect& box) {
  return {
      .x = box.x + box.width / 2.0, .y = box.y + box.height / 2.0, .width = static_cast<double>(box.width)};
}

double largest_difference(const cv::Mat& a, const cv::Mat& b) { return cv::norm(a, b, cv::NORM_INF); }

TEST(CropWindow, GivesThePixelsThemselvesAtScaleOne) {
  const cv::Mat image = noise(60, 70, 1);
  for (const cv::Rect& box : {cv::Rect(0, 0, 12, 10), cv::Rect(17, 23, 12, 10), cv::Rect(58, 50, 12, 10),
                              cv::Rect(20, 21, 11, 7)}) {
    EXPECT_TRUE(same_pixels(crop_window(image, over(box), box.width, box.height), image(box))) << box;
  }
}

TEST(CropWindow, MirrorsLeftToRight) {
  const cv::Mat image = noise(40, 40, 2);
  const cv::Rect box(9, 14, 12, 10);
  WindowPose pose = over(box);
  pose.mirrored = true;
  cv::Mat mirrored;
  cv::flip(image(box), mirrored, 1);
  EXPECT_TRUE(same_pixels(crop_window(image, pose, 12, 10), mirrored));
}

TEST(CropWindow, TurnsClockwiseByAQuarter) {
  const cv::Mat image = noise(40, 40, 3);
  const cv::Rect box(10, 15, 12, 12);
  WindowPose pose = over(box);
  pose.rotation = std::numbers::pi / 2;
  cv::Mat turned;
  cv::rotate(image(box), turned, cv::ROTATE_90_COUNTERCLOCKWISE);
  EXPECT_TRUE(same_pixels(crop_window(image, pose, 12, 12), turned));
}

cv::Mat means_of_2x2(const cv::Mat& image) {
  cv::Mat means(image.rows / 2, image.cols / 2, CV_8UC1);
  for (int y = 0; y < means.rows; ++y) {
    for (int x = 0; x < means.cols; ++x) {
      means.at<std::uint8_t>(y, x) =
          cv::saturate_cast<std::uint8_t>(cv::mean(image(cv::Rect(2 * x, 2 * y, 2, 2)))[0]);
    }
  }
  return means;
}

TEST(CropWindow, GivesMeansOfTwoByTwoAtScaleTwo) {
  const cv::Mat image = noise(24, 24, 4);
  EXPECT_LE(largest_difference(crop_window(image, over({0, 0, 24, 24}), 12, 12), means_of_2x2(image)), 1);
}

TEST(CropWindow, SeesWhatTheScannerSeesWhereverTheBoxLies) {
  const cv::Mat image = noise(160, 160, 5);
  Pyramid pyramid;
  pyramid.assign(image);
  const cv::Mat half = pyramid.reduce({80, 80, 2, 2});
  for (int x = 0; x + 11 <= 80; ++x) {
    const cv::Mat cut = crop_window(image, over({2 * x, 40, 22, 22}), 11, 11);
    EXPECT_LE(largest_difference(cut, half(cv::Rect(x, 20, 11, 11))), 1) << "at " << 2 * x;
  }
}

TEST(CropWindow, FollowsASlopeAtAnyScale) {
  cv::Mat slope(200, 200, CV_8UC1);
  for (int x = 0; x < 200; ++x) slope.col(x).setTo(x);
  for (const double width : {9.0, 12.0, 17.3, 24.0, 31.7, 60.0, 100.0}) {
    const cv::Mat window = crop_window(slope, {.x = 100, .y = 90, .width = width}, 12, 10);
    for (int x = 0; x < 12; ++x) {
      const double expected = 100 - width / 2 + (x + 0.5) * width / 12 - 0.5;
      EXPECT_NEAR(window.at<std::uint8_t>(5, x), expected, 1.5) << width;
    }
  }
}

TEST(CropWindow, ContinuesTheBorderOutsideTheImage) {
  cv::Mat image(30, 30, CV_8UC1, cv::Scalar(50));
  image.col(0).setTo(90);
  const cv::Mat window = crop_window(image, {.x = 0, .y = 15, .width = 12}, 12, 12);
  for (int x = 0; x <= 6; ++x) EXPECT_EQ(window.at<std::uint8_t>(3, x), 90);
  EXPECT_EQ(window.at<std::uint8_t>(3, 7), 50);
}

TEST(CropWindow, RefusesColorAndObjectsOutsideTheImage) {
  EXPECT_EQ(test::error_of([] {
              crop_window(cv::Mat(30, 30, CV_8UC3), over({0, 0, 9, 9}), 9, 9);
            }).kind(),
            Kind::image);
  EXPECT_EQ(test::error_of([] {
              crop_window(noise(30, 30, 1), over({200, 0, 9, 9}), 9, 9);
            }).kind(),
            Kind::input);
}

std::vector<WindowPose> poses_around(const std::vector<Box>& boxes) {
  std::vector<WindowPose> poses;
  for (const Box& box : boxes) poses.push_back(pose_around(box, 10, 10));
  return poses;
}

/// Two objects in the first and the last of three images.
PositiveImage positive_image(std::uint32_t i) {
  const std::vector<Box> boxes{{5, 6, 20, 20}, {30, 10, 16, 24}};
  return {noise(50 + static_cast<int>(i), 60, i), i == 1 ? std::vector<WindowPose>{} : poses_around(boxes)};
}

PositiveImages some_positives() { return {3, positive_image}; }

void expect_same(const TrainingWindows& a, const TrainingWindows& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(same_pixels(a.image(i), b.image(i))) << i;
}

TEST(CropPositives, MakesTheAskedCopiesOfEachObjectTheFirstAsMarked) {
  const TrainingWindows cut = crop_positives(some_positives(), 10, 10, {.samples_per_object = 3}, 1);
  ASSERT_EQ(cut.size(), 12u);
  EXPECT_TRUE(same_pixels(cut.image(0), crop_window(positive_image(0).gray, over({5, 6, 20, 20}), 10, 10)));
  EXPECT_TRUE(same_pixels(cut.image(6), crop_window(positive_image(2).gray, over({5, 6, 20, 20}), 10, 10)));
  EXPECT_FALSE(same_pixels(cut.image(1), cut.image(0)));
}

TEST(PoseAround, WidensABoxOfAnotherShapeAroundItsCentre) {
  for (const Box& box : {Box{20, 10, 12, 24}, Box{14, 16, 24, 12}, Box{14, 10, 24, 24}}) {
    const WindowPose pose = pose_around(box, 12, 12);
    EXPECT_EQ(pose.x, 26);
    EXPECT_EQ(pose.y, 22);
    EXPECT_EQ(pose.width, 24);
    EXPECT_EQ(pose.rotation, 0);
    EXPECT_FALSE(pose.mirrored);
  }
}

TEST(PoseAround, KeepsTheShapeOfTheWindow) {
  EXPECT_EQ(pose_around({0, 0, 10, 40}, 30, 20).width, 60);
  EXPECT_EQ(pose_around({0, 0, 60, 40}, 30, 20).width, 60);
}

TEST(PoseAround, StretchesABoxOfAnotherShape) {
  const WindowPose pose = pose_around({20, 10, 12, 24}, 30, 20, BoxFit::stretched);
  EXPECT_EQ(pose.width, 12);
  EXPECT_EQ(pose.stretch, 3);
}

TEST(CropWindow, StretchesWhatItCuts) {
  const cv::Mat image = noise(40, 60, 1);
  cv::Mat high(2 * image.rows, image.cols, CV_8UC1);
  for (int y = 0; y < high.rows; ++y) image.row(y / 2).copyTo(high.row(y));
  const auto cut = [](const cv::Mat& picture, const Box& box) {
    return crop_window(picture, pose_around(box, 9, 9, BoxFit::stretched), 9, 9);
  };
  EXPECT_LE(largest_difference(cut(high, {7, 10, 9, 18}), cut(image, {7, 5, 9, 9})), 1);
  EXPECT_TRUE(same_pixels(cut(image, {7, 5, 9, 9}), crop_window(image, over({7, 5, 9, 9}), 9, 9)));
}

TEST(CropPositives, StretchesVariedSamplesAlone) {
  const PoseOptions stretched{
      .samples_per_object = 2, .shift = 0, .scale = 0, .rotation = 0, .mirror = false, .stretch = 0.3};
  const TrainingWindows cut = crop_positives(some_positives(), 10, 10, stretched, 1);
  EXPECT_TRUE(same_pixels(cut.image(0), crop_window(positive_image(0).gray, over({5, 6, 20, 20}), 10, 10)));
  EXPECT_FALSE(same_pixels(cut.image(1), cut.image(0)));
}

TEST(CropPositives, MirrorsEverySecondCopyWhenNothingElseVaries) {
  const PoseOptions mirror_alone{.samples_per_object = 4, .shift = 0, .scale = 0, .rotation = 0};
  const TrainingWindows cut = crop_positives(some_positives(), 10, 10, mirror_alone, 1);
  cv::Mat mirrored;
  cv::flip(cut.image(0), mirrored, 1);
  EXPECT_LE(largest_difference(cut.image(1), mirrored), 1);
  EXPECT_TRUE(same_pixels(cut.image(2), cut.image(0)));
  EXPECT_TRUE(same_pixels(cut.image(3), cut.image(1)));
}

TEST(CropPositives, NeverMirrorsWhenAMirroredObjectIsNone) {
  const PoseOptions nothing{.samples_per_object = 2, .shift = 0, .scale = 0, .rotation = 0, .mirror = false};
  const TrainingWindows cut = crop_positives(some_positives(), 10, 10, nothing, 1);
  EXPECT_TRUE(same_pixels(cut.image(0), cut.image(1)));
}

TEST(CropPositives, DependsOnTheSeedAndNotOnThreads) {
  const auto cut = [](std::uint64_t seed) { return crop_positives(some_positives(), 10, 10, {}, seed); };
  const TrainingWindows one = test::with_threads(1, [&] { return cut(1); }),
                        two = test::with_threads(2, [&] { return cut(1); });
  expect_same(one, two);
  EXPECT_FALSE(same_pixels(cut(2).image(1), one.image(1)));
}

TEST(Shade, LightsOneEdgeAndDarkensTheOther) {
  cv::Mat window(10, 10, CV_8UC1, cv::Scalar(100));
  shade(window, 0.4, 0);
  EXPECT_EQ(window.at<std::uint8_t>(5, 0), 82);
  EXPECT_EQ(window.at<std::uint8_t>(5, 9), 118);
  EXPECT_EQ(window.at<std::uint8_t>(0, 9), window.at<std::uint8_t>(9, 9));
}

TEST(CropPositives, ShadesVariedSamplesAlone) {
  PoseOptions lit{
      .samples_per_object = 2, .shift = 0, .scale = 0, .rotation = 0, .shade = 0.5, .mirror = false};
  const TrainingWindows cut = crop_positives(some_positives(), 10, 10, lit, 1);
  lit.shade = 0;
  const TrainingWindows plain = crop_positives(some_positives(), 10, 10, lit, 1);
  EXPECT_TRUE(same_pixels(cut.image(0), plain.image(0)));
  EXPECT_FALSE(same_pixels(cut.image(1), plain.image(1)));
}

TEST(BendTones, KeepsBlackAndWhiteAndOrder) {
  cv::Mat window(1, 256, CV_8UC1);
  for (int level = 0; level < 256; ++level) window.at<std::uint8_t>(level) = static_cast<std::uint8_t>(level);
  cv::Mat bright = window.clone(), dark = window.clone(), plain = window.clone();
  bend_tones(bright, 0.5);
  bend_tones(dark, 2);
  bend_tones(plain, 1);
  EXPECT_TRUE(same_pixels(plain, window));
  EXPECT_EQ(bright.at<std::uint8_t>(64), 128);  // the root of a quarter
  EXPECT_EQ(dark.at<std::uint8_t>(128), 64);
  for (const cv::Mat& bent : {bright, dark}) {
    EXPECT_EQ(bent.at<std::uint8_t>(0), 0);
    EXPECT_EQ(bent.at<std::uint8_t>(255), 255);
    EXPECT_TRUE(std::is_sorted(bent.begin<std::uint8_t>(), bent.end<std::uint8_t>()));
  }
}

TEST(AddNoise, HasTheDeviationAskedFor) {
  cv::Mat window(100, 100, CV_8UC1, cv::Scalar(128));
  Random random(1);
  add_noise(window, 10, random);
  cv::Scalar mean, deviation;
  cv::meanStdDev(window, mean, deviation);
  EXPECT_NEAR(mean[0], 128, 0.5);
  EXPECT_NEAR(deviation[0], 10, 0.5);
}

TEST(CropPositives, BendsAndRoughensVariedSamplesAlone) {
  const PoseOptions still{.samples_per_object = 2, .shift = 0, .scale = 0, .rotation = 0, .mirror = false};
  const TrainingWindows plain = crop_positives(some_positives(), 10, 10, still, 1);
  for (double PoseOptions::*const look : {&PoseOptions::tone, &PoseOptions::noise}) {
    PoseOptions varied = still;
    varied.*look = 1.5;
    const TrainingWindows cut = crop_positives(some_positives(), 10, 10, varied, 1);
    EXPECT_TRUE(same_pixels(cut.image(0), plain.image(0)));
    EXPECT_FALSE(same_pixels(cut.image(1), plain.image(1)));
  }
}

TEST(PoseOptions, NameTheOptionThatMakesNoSense) {
  const auto where = [](const PoseOptions& options) {
    return test::error_of([&] { options.validate(); }).where();
  };
  EXPECT_EQ(where({.samples_per_object = std::nullopt}), "--samples-per-object");
  EXPECT_EQ(where({.shift = -0.1}), "--shift");
  EXPECT_EQ(where({.scale = std::nan("")}), "--scale");
  EXPECT_EQ(where({.rotation = 181}), "--rotation");
}

}  // namespace
}  // namespace ocelli::internal::positives_test
