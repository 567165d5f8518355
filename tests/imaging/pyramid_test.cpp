#include "ocelli/imaging/pyramid.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::pyramid_test {
namespace {

using test::noise;
using test::same_pixels;

constexpr double kAll = std::numeric_limits<double>::infinity();

std::vector<cv::Size> sizes(const std::vector<PyramidLevel>& levels) {
  std::vector<cv::Size> result;
  for (const PyramidLevel& level : levels) result.emplace_back(level.width, level.height);
  return result;
}

TEST(PyramidLevels, ShrinkByTheStepWhileTheWindowFits) {
  const auto levels = pyramid_levels({100, 50}, {20, 10}, 1, 2, kAll);
  EXPECT_THAT(sizes(levels), testing::ElementsAre(cv::Size(100, 50), cv::Size(50, 25), cv::Size(25, 13)));
}

TEST(PyramidLevels, ScalesSayHowManySourcePixelsAPixelIs) {
  const auto levels = pyramid_levels({100, 50}, {20, 10}, 1, 2, kAll);
  EXPECT_DOUBLE_EQ(levels.at(2).scale_x, 4);
  EXPECT_DOUBLE_EQ(levels.at(2).scale_y, 50.0 / 13);
}

TEST(PyramidLevels, EndWithTheLastReduction) {
  EXPECT_EQ(pyramid_levels({100, 100}, {4, 4}, 1, 2, 4).size(), 3u);
  EXPECT_EQ(pyramid_levels({100, 100}, {4, 4}, 1, 2, 3.99).size(), 2u);
  EXPECT_TRUE(pyramid_levels({100, 100}, {4, 4}, 5, 2, 4).empty());
}

TEST(PyramidLevels, ReachTheLastReductionDespiteRounding) {
  const double last = std::pow(1.1, 7);
  EXPECT_EQ(pyramid_levels({1000, 1000}, {4, 4}, 1, 1.1, last).size(), 8u);
}

TEST(PyramidLevels, EnlargeWhenTheFirstIsBelowOne) {
  const auto levels = pyramid_levels({10, 12}, {20, 20}, 0.5, 1.5, kAll);
  EXPECT_THAT(sizes(levels), testing::ElementsAre(cv::Size(20, 24)));
  EXPECT_DOUBLE_EQ(levels.at(0).scale_x, 0.5);
}

TEST(PyramidLevels, AreNoneWhenTheWindowDoesNotFit) {
  EXPECT_TRUE(pyramid_levels({19, 100}, {20, 20}, 1, 1.1, kAll).empty());
  EXPECT_TRUE(pyramid_levels({0, 0}, {4, 4}, 1, 1.1, kAll).empty());
}

TEST(PyramidLevels, RefuseAStepThatDoesNotShrink) {
  EXPECT_EQ(test::error_of([] { pyramid_levels({9, 9}, {4, 4}, 1, 1, kAll); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([] { pyramid_levels({9, 9}, {4, 4}, 0, 2, kAll); }).kind(), Kind::usage);
}

TEST(Pyramid, KeepsAConstantImageAtEveryLevel) {
  const cv::Mat image(53, 91, CV_8UC1, cv::Scalar(137));
  Pyramid pyramid;
  pyramid.assign(image);
  for (const PyramidLevel& level : pyramid_levels(image.size(), {4, 4}, 0.4, 1.13, kAll)) {
    EXPECT_TRUE(
        same_pixels(pyramid.reduce(level), cv::Mat(level.height, level.width, CV_8UC1, cv::Scalar(137))));
  }
}

TEST(Pyramid, EnlargesAnImageOfOnePixel) {
  const cv::Mat image(1, 1, CV_8UC1, cv::Scalar(9));
  Pyramid pyramid;
  pyramid.assign(image);
  EXPECT_TRUE(same_pixels(pyramid.reduce({1, 1, 1, 1}), image));
  EXPECT_TRUE(same_pixels(pyramid.reduce({8, 5, 1.0 / 8, 1.0 / 5}), cv::Mat(5, 8, CV_8UC1, cv::Scalar(9))));
}

TEST(Pyramid, GivesTheSourceItselfAtItsOwnSize) {
  const cv::Mat image = noise(17, 23, 1);
  Pyramid pyramid;
  pyramid.assign(image);
  EXPECT_EQ(pyramid.reduce({23, 17, 1, 1}).data, image.data);
}

TEST(Pyramid, HalvesByTheMeanOfTwoByTwo) {
  const cv::Mat image = noise(20, 30, 2);
  Pyramid pyramid;
  pyramid.assign(image);
  const cv::Mat half = pyramid.reduce({15, 10, 2, 2});
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < 15; ++x) {
      const double mean = cv::mean(image(cv::Rect(2 * x, 2 * y, 2, 2)))[0];
      ASSERT_NEAR(half.at<std::uint8_t>(y, x), mean, 0.5);
    }
  }
}

TEST(Pyramid, FollowsASmoothSlopeAtEveryLevel) {
  cv::Mat slope(120, 160, CV_8UC1);
  const auto value = [](double x, double y) { return 0.9 * x + 0.8 * y; };
  for (int y = 0; y < slope.rows; ++y) {
    for (int x = 0; x < slope.cols; ++x)
      slope.at<std::uint8_t>(y, x) = cv::saturate_cast<std::uint8_t>(value(x, y));
  }
  Pyramid pyramid;
  pyramid.assign(slope);
  for (const PyramidLevel& level : pyramid_levels(slope.size(), {5, 5}, 0.7, 1.17, kAll)) {
    const cv::Mat& image = pyramid.reduce(level);
    for (int y = 1; y < level.height - 1; ++y) {
      for (int x = 1; x < level.width - 1; ++x) {
        const double expected = value((x + 0.5) * level.scale_x - 0.5, (y + 0.5) * level.scale_y - 0.5);
        ASSERT_NEAR(image.at<std::uint8_t>(y, x), expected, 2.0) << level.width << " at " << x << ", " << y;
      }
    }
  }
}

// Interpolation from the source alone would skip three of four columns and show stripes.
TEST(Pyramid, MixesAllPixelsWhenItShrinksMuch) {
  cv::Mat stripes(128, 128, CV_8UC1);
  for (int x = 0; x < stripes.cols; ++x) stripes.col(x).setTo(x % 2 == 0 ? 0 : 200);
  Pyramid pyramid;
  pyramid.assign(stripes);
  for (const int side : {64, 50, 32, 29, 16, 9}) {
    const cv::Mat& image = pyramid.reduce({side, side, 128.0 / side, 128.0 / side});
    double low = 0, high = 0;
    cv::minMaxLoc(image, &low, &high);
    EXPECT_EQ(low, 100) << side;
    EXPECT_EQ(high, 100) << side;
  }
}

TEST(Pyramid, GivesTheSameWhateverItHeldAndInAnyOrder) {
  const cv::Mat large = noise(90, 140, 3), small = noise(61, 47, 4);
  const auto levels = pyramid_levels(small.size(), {4, 4}, 1, 1.3, kAll);
  Pyramid used;
  used.assign(large);
  used.reduce({11, 7, 140.0 / 11, 90.0 / 7});
  used.assign(small);
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    Pyramid fresh;
    fresh.assign(small);
    EXPECT_TRUE(same_pixels(used.reduce(*level), fresh.reduce(*level)));
  }
}

TEST(Pyramid, RepeatsThePixelsAtTheEdgeInAMargin) {
  const cv::Mat image = noise(61, 47, 4);
  Pyramid pyramid;
  pyramid.assign(image);
  for (PyramidLevel level : pyramid_levels(image.size(), {4, 4}, 0.8, 1.3, kAll)) {
    cv::Mat bordered;
    cv::copyMakeBorder(pyramid.reduce(level), bordered, 3, 3, 5, 5, cv::BORDER_REPLICATE);
    level.margin = {5, 3};
    EXPECT_TRUE(same_pixels(pyramid.reduce(level), bordered)) << level.width;
    LevelRows rows;
    const Pyramid& prepared = pyramid;
    for (const cv::Range range : {cv::Range(0, 4), {2, 9}, {bordered.rows - 4, bordered.rows}})
      EXPECT_TRUE(
          same_pixels(prepared.reduce(level, range.start, range.end, rows), bordered.rowRange(range)));
  }
}

TEST(Pyramid, RefusesColor) {
  Pyramid pyramid;
  EXPECT_EQ(test::error_of([&] { pyramid.assign(cv::Mat(3, 3, CV_8UC3)); }).kind(), Kind::image);
}

}  // namespace
}  // namespace ocelli::internal::pyramid_test
