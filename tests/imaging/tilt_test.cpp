#include "ocelli/imaging/tilt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>

#include "imaging/between.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::tilt_test {
namespace {

using test::noise;

cv::Mat tilted(const cv::Mat& picture, Tilt tilt, cv::Size size) {
  cv::Mat result(size, CV_8UC1);
  tilt_mirrored(picture, tilt, result);
  return result;
}

cv::Mat mirrored(const cv::Mat& picture) {
  cv::Mat result;
  cv::flip(picture, result, 1);
  return result;
}

TEST(TiltMirrored, TurnsTheMirrorImageAboutItsMiddleByReals) {
  const double angle = 7 * std::numbers::pi / 180, cosine = std::cos(angle);
  for (const cv::Size size : {cv::Size(56, 56), cv::Size(56, 32), cv::Size(33, 40)}) {
    // Neighboring pixels differ by up to 255, so a position that is off by 1/500 may be off by half a level.
    const cv::Mat picture = noise(size.height + 8, size.width + 8, 1);
    for (const Tilt tilt : {Tilt::left, Tilt::right}) {
      const double sine = tilt == Tilt::left ? std::sin(angle) : -std::sin(angle);
      const cv::Mat result = tilted(picture, tilt, size);
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          const double across = (size.width - 1) / 2.0 - x, down = y - (size.height - 1) / 2.0;
          const double expected =
              test::between(picture, (picture.cols - 1) / 2.0 + cosine * across - sine * down,
                            (picture.rows - 1) / 2.0 + sine * across + cosine * down);
          ASSERT_NEAR(result.at<std::uint8_t>(y, x), expected, 4) << x << ", " << y;
        }
      }
    }
  }
}

TEST(TiltMirrored, RepeatsTheBorderBeyondThePicture) {
  cv::Mat halves(20, 20, CV_8UC1, cv::Scalar(10));
  halves.colRange(10, 20) = cv::Scalar(200);
  const cv::Mat result = tilted(halves, Tilt::left, {28, 28});
  for (int y = 0; y < 28; ++y) {
    EXPECT_EQ(result.at<std::uint8_t>(y, 0), 200);
    EXPECT_EQ(result.at<std::uint8_t>(y, 27), 10);
  }
}

TEST(TiltMirrored, OfAMirrorImageIsThePictureTurnedTheOtherWay) {
  const cv::Mat picture = noise(64, 64, 3);
  cv::Mat difference;
  cv::absdiff(tilted(mirrored(picture), Tilt::left, {56, 56}),
              mirrored(tilted(picture, Tilt::right, {56, 56})), difference);
  double max = 0;
  cv::minMaxLoc(difference, nullptr, &max);
  EXPECT_LE(max, 3) << "weights of places are rounded down, from either side";
}

}  // namespace
}  // namespace ocelli::internal::tilt_test
