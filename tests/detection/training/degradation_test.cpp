#include "ocelli/detection/training/object_picture.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "data/expect_error.hpp"

namespace ocelli::internal::degradation_test {
namespace {

/// Gray levels that rise from left to right.
cv::Mat ramp() {
  cv::Mat picture(60, 80, CV_8UC1);
  for (int y = 0; y < picture.rows; ++y) {
    for (int x = 0; x < picture.cols; ++x) picture.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(3 * x);
  }
  return picture;
}

cv::Mat degraded(std::uint64_t seed) {
  cv::Mat picture = ramp();
  degrade(picture, Random(seed));
  return picture;
}

double mean_of_columns(const cv::Mat& picture, int first, int end) {
  return cv::mean(picture.colRange(first, end))[0];
}

TEST(Degrade, KeepsTheSizeAndWhatIsDarkDarker) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const cv::Mat picture = degraded(seed);
    ASSERT_EQ(picture.size(), ramp().size());
    ASSERT_EQ(picture.type(), CV_8UC1);
    EXPECT_GT(mean_of_columns(picture, 60, 80), mean_of_columns(picture, 0, 20) + 10) << "seed " << seed;
  }
}

TEST(Degrade, DependsOnTheRandomNumbersAlone) {
  EXPECT_EQ(cv::norm(degraded(1), degraded(1), cv::NORM_INF), 0);
  EXPECT_GT(cv::norm(degraded(1), degraded(2), cv::NORM_INF), 0);
}

// Contrast both ways: levels are drawn together in some pictures, and run to black and white in others.
TEST(Degrade, TakesContrastAwayOrAddsIt) {
  int less = 0, more = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const cv::Mat picture = degraded(seed);
    const double contrast = mean_of_columns(picture, 60, 80) - mean_of_columns(picture, 0, 20),
                 before = mean_of_columns(ramp(), 60, 80) - mean_of_columns(ramp(), 0, 20);
    less += contrast < 0.8 * before;
    more += contrast > 1.05 * before;
  }
  EXPECT_GT(less, 8);
  EXPECT_GT(more, 4);
}

TEST(Degrade, TakesGrayPicturesOnly) {
  cv::Mat color(8, 8, CV_8UC3, cv::Scalar(0));
  EXPECT_EQ(test::error_of([&] { degrade(color, Random(1)); }).kind(), Kind::image);
}

}  // namespace
}  // namespace ocelli::internal::degradation_test
