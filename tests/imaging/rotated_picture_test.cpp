#include "ocelli/imaging/rotated_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "imaging/noise_image.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal::rotated_picture_test {
namespace {

cv::Mat rotated(const cv::Mat& picture, double degrees) {
  cv::Mat result;
  RotatedPicture(picture.size(), degrees).draw(picture, result);
  return result;
}

TEST(RotatedPicture, IsExactForQuarterTurns) {
  const cv::Mat picture = test::noise(7, 11, 1);
  for (const int quarters : {0, 1, 2, 3}) {
    for (const int degrees : {90 * quarters, 90 * quarters - 360}) {
      const cv::Mat expected = turned(picture, quarters);
      EXPECT_EQ(RotatedPicture(picture.size(), degrees).size(), expected.size());
      EXPECT_EQ(cv::norm(rotated(picture, degrees), expected, cv::NORM_INF), 0) << degrees;
    }
  }
}

TEST(RotatedPicture, ShowsEachPlaceOfTheSourceWhereItSays) {
  for (const double degrees : {30.0, -30.0, 45.0, 135.0, -135.0, 90.0}) {
    cv::Mat picture(60, 90, CV_8UC1, cv::Scalar(0));
    picture(cv::Rect(60, 10, 8, 8)).setTo(255);
    const RotatedPicture rotation(picture.size(), degrees);
    const cv::Mat result = rotated(picture, degrees);
    const cv::Moments spot = cv::moments(result);
    const cv::Point2d back = rotation.to_source({spot.m10 / spot.m00 + 0.5, spot.m01 / spot.m00 + 0.5});
    EXPECT_NEAR(back.x, 64, 0.05) << degrees;
    EXPECT_NEAR(back.y, 14, 0.05) << degrees;
  }
}

TEST(RotatedPicture, IsRotatedClockwise) {
  cv::Mat picture(50, 50, CV_8UC1, cv::Scalar(0));
  picture(cv::Rect(20, 0, 10, 10)).setTo(255);
  const cv::Mat result = rotated(picture, 45);
  EXPECT_GT(cv::mean(result.colRange(result.cols / 2, result.cols))[0],
            10 * cv::mean(result.colRange(0, result.cols / 2))[0]);
}

TEST(RotatedPicture, KnowsTheColumnsThatShowTheSource) {
  for (const double degrees : {30.0, -30.0, 45.0, 135.0, 90.0}) {
    const RotatedPicture rotation({90, 60}, degrees);
    for (int y = 0; y < rotation.size().height; ++y) {
      const auto [least, greatest] = rotation.columns(y + 0.5);
      for (int x = 0; x < rotation.size().width; ++x) {
        const cv::Point2d place = rotation.to_source({x + 0.5, y + 0.5});
        const bool inside = place.x >= 0 && place.x <= 90 && place.y >= 0 && place.y <= 60;
        ASSERT_EQ(x + 0.5 >= least && x + 0.5 <= greatest, inside) << degrees << ": " << x << ", " << y;
      }
    }
  }
}

TEST(RotatedPicture, RepeatsThePixelsAtTheEdgeInItsCorners) {
  cv::Mat picture(60, 90, CV_8UC1, cv::Scalar(50));
  picture.colRange(45, 90).setTo(200);
  const cv::Mat result = rotated(picture, 45);
  EXPECT_EQ(result.at<std::uint8_t>(0, 0), 50);
  EXPECT_EQ(result.at<std::uint8_t>(result.rows - 1, result.cols - 1), 200);
  double least = 0, greatest = 0;
  cv::minMaxLoc(result, &least, &greatest);
  EXPECT_EQ(least, 50);
  EXPECT_EQ(greatest, 200);
}

TEST(RotatedPicture, RefusesPicturesThatAreTooLargeToInterpolate) {
  EXPECT_EQ(RotatedPicture({60'000, 3}, 90).size(), cv::Size(3, 60'000));
  EXPECT_THROW(RotatedPicture({60'000, 3}, 30), Error);
}

TEST(NearestQuarters, LeaveATiltOfAtMostHalfAQuarter) {
  for (int degrees = -360; degrees <= 360; degrees += 5) {
    const double tilt = tilt_of(degrees);
    EXPECT_LE(std::abs(tilt), 45);
    EXPECT_EQ(std::fmod(90 * nearest_quarters(degrees) + tilt - degrees, 360), 0) << degrees;
  }
  EXPECT_EQ(nearest_quarters(45), 0);
  EXPECT_EQ(nearest_quarters(135), 1);
  EXPECT_EQ(nearest_quarters(-45), 3);
}

}  // namespace
}  // namespace ocelli::internal::rotated_picture_test
