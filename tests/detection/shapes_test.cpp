// Detectors of objects of several shapes, whose boxes are stretched to the window.

#include <gmock/gmock.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "detection/random_cascade.hpp"
#include "detection/scans.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/verifier.hpp"

namespace ocelli::internal::shapes_test {
namespace {

using test::noise;
using test::random_cascade;
using test::scan;
using test::scanner_of;
using testing::IsEmpty;
using testing::Not;

CascadeParts with_shapes(std::vector<float> shapes, int width = 8, int height = 8) {
  CascadeParts parts = random_cascade(width, height, 3, 7);
  parts.shapes = std::move(shapes);
  return parts;
}

/// The image with each column repeated.
cv::Mat widened(const cv::Mat& image, int times) {
  cv::Mat wide(image.rows, image.cols * times, CV_8UC1);
  for (int x = 0; x < wide.cols; ++x) image.col(x / times).copyTo(wide.col(x));
  return wide;
}

TEST(ScanLevels, HaveBoxesOfEachShapeAndOfLikeArea) {
  const cv::Size window(10, 20);
  const std::vector<float> shapes{0.25F, 0.5F, 1.0F};
  std::size_t begins = 0;
  for (const PyramidLevel& level : scan_levels({640, 480}, window, {.scale_step = 1.5, .shapes = shapes})) {
    if (level.number == 0) ++begins;
    const double width = window.width * level.scale_x, height = window.height * level.scale_y;
    EXPECT_NEAR(width / height, static_cast<double>(shapes[begins - 1]), 0.05);
    if (level.number == 0) {
      EXPECT_NEAR(width * height, 200, 2);
    }
  }
  EXPECT_EQ(begins, 3u);
}

TEST(ScanLevels, KeepBoxesOfEachShapeBetweenTheSizesAskedFor) {
  const cv::Size window(20, 20);
  const ScanOptions options{
      .min_size = ObjectSize(30, 30), .max_size = ObjectSize(90, 90), .shapes = {0.5F, 2}};
  const std::vector<PyramidLevel> levels = scan_levels({640, 480}, window, options);
  EXPECT_GT(levels.size(), 4u);
  for (const PyramidLevel& level : levels) {
    EXPECT_GE(20 * std::min(level.scale_x, level.scale_y), 29);
    EXPECT_LE(20 * std::max(level.scale_x, level.scale_y), 91);
  }
}

TEST(ScannerOfShapes, FindsInAWidenedImageWhatItFindsInTheImage) {
  const cv::Mat image = noise(40, 50, 3);
  const std::vector<LevelWindow> expected =
      scan(scanner_of(random_cascade(8, 8, 3, 7), {.max_size = 8, .stride = 1}), image);
  const ObjectSize wide(32, 8);
  const Scanner scanner = scanner_of(with_shapes({4}), {.min_size = wide, .max_size = wide, .stride = 1});
  EXPECT_THAT(expected, Not(IsEmpty()));
  EXPECT_EQ(scan(scanner, widened(image, 4)), expected);
  ScanScratch scratch;
  const ScoredWindow first = scanner.scan(widened(image, 4), scratch).front();
  EXPECT_EQ(first.box,
            (Box{4 * static_cast<float>(expected[0].x), static_cast<float>(expected[0].y), 32, 8}));
}

TEST(ScannerOfShapes, FindsWhatScannersOfEachShapeFind) {
  const cv::Mat image = noise(90, 70, 13);
  for (const int scale_stride : {1, 2, 3}) {
    const ScanOptions options{.scale_step = 1.15, .scale_stride = scale_stride};
    const Scanner both = scanner_of(with_shapes({0.6F, 1.9F}), options);
    std::vector<LevelWindow> expected;
    std::uint32_t levels = 0;
    std::uint64_t windows = 0;
    for (const float shape : {0.6F, 1.9F}) {
      const Scanner one = scanner_of(with_shapes({shape}), options);
      for (LevelWindow window : test::plain_scan(one, image)) {
        window.level += levels;
        expected.push_back(window);
      }
      levels += static_cast<std::uint32_t>(one.levels(image.size()).size());
      windows += one.window_count(image.size());
    }
    EXPECT_THAT(expected, Not(IsEmpty()));
    EXPECT_EQ(scan(both, image), expected);
    EXPECT_EQ(both.window_count(image.size()), windows);
  }
}

TEST(ScannerOfShapes, WithTheWindowsOwnShapeAloneFindsTheSame) {
  const cv::Mat image = noise(90, 70, 13);
  EXPECT_EQ(scan(scanner_of(with_shapes({1})), image), scan(scanner_of(with_shapes({})), image));
}

TEST(CropSource, HasTheMarginsOfItsWindowStretchedToTheBox) {
  const Pyramid picture;
  const CropSource square(picture, 0, {20, 20}), wide(picture, 0, {20, 10}), turned(picture, 1, {20, 10});
  EXPECT_EQ(square.surroundings({10, 20, 50, 50}), (Box{0, 10, 70, 70}));
  EXPECT_EQ(square.surroundings({0, 0, 100, 50}), (Box{-20, -10, 140, 70}));
  EXPECT_EQ(wide.surroundings({0, 0, 40, 20}), CropSource(picture).surroundings({0, 0, 40, 20}));
  EXPECT_EQ(wide.surroundings({0, 0, 40, 40}), (Box{-8, -16, 56, 72}));
  EXPECT_EQ(turned.surroundings({0, 0, 20, 40}), (Box{-8, -8, 36, 56}));
}

TEST(CropChannels, OfAWidenedObjectAreFromTheCropOfTheObject) {
  cv::Mat image = noise(64, 64, 9), wide;
  cv::GaussianBlur(image, image, {}, 2);
  cv::resize(image, wide, {}, 2, 1, cv::INTER_LINEAR);
  const FilteredChannels channels({56, 56});
  const auto crop_of = [&](const cv::Mat& picture, const Box& object, cv::Size window) {
    Pyramid pyramid;
    pyramid.assign(picture);
    Verifier::Scratch scratch;
    crop_channels({pyramid, 0, window}, object, channels.gradients(), scratch);
    return scratch.crop;
  };
  const cv::Mat expected = crop_of(image, {20, 20, 24, 24}, {});
  EXPECT_LE(cv::norm(crop_of(wide, {40, 20, 48, 24}, {20, 20}), expected, cv::NORM_INF), 3);
  EXPECT_GT(cv::norm(crop_of(wide, {40, 20, 48, 24}, {}), expected, cv::NORM_INF), 20);
}

}  // namespace
}  // namespace ocelli::internal::shapes_test
