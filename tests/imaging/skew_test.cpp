#include "ocelli/imaging/skew.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::skew_test {
namespace {

using test::noise;
using test::same_pixels;

constexpr double kDegree = std::numbers::pi / 180;

/// Level lines of words of letters.
cv::Mat text_page(int height = 900, int width = 700) {
  cv::Mat page = cv::Mat::zeros(height, width, CV_8UC1);
  const std::string text = "The quick brown fox jumps over a lazy dog, pages of it";
  for (int y = 60; y < height - 40; y += 36)
    cv::putText(page, text.substr(static_cast<std::size_t>(y) % 20), {40, y}, cv::FONT_HERSHEY_SIMPLEX, 0.7,
                255, 2);
  return page;
}

/// Rotated so that lines fall to the right by the angle.
cv::Mat turned(const cv::Mat& page, double angle) {
  cv::Mat result;
  const cv::Point2f middle(static_cast<float>(page.cols) / 2, static_cast<float>(page.rows) / 2);
  cv::warpAffine(page, result, cv::getRotationMatrix2D(middle, -angle / kDegree, 1), page.size());
  return result > 127;
}

double angle_of(const cv::Mat& ink) { return skew_angle(connected_components(ink).list); }

TEST(Skew, IsFoundToATenthOfADegree) {
  const cv::Mat page = text_page();
  for (const double degrees : {-9.5, -4.3, -1.0, -0.2, 0.0, 0.15, 0.7, 2.5, 6.1, 9.8})
    EXPECT_NEAR(angle_of(turned(page, degrees * kDegree)) / kDegree, degrees, 0.1);
}

TEST(Skew, IsThatOfTheTextNotOfRulesAndPictures) {
  cv::Mat page = turned(text_page(), 1.5 * kDegree);
  cv::rectangle(page, {3, 3, 690, 890}, 255, 4);
  cv::rectangle(page, {500, 600, 150, 200}, 255, cv::FILLED);
  const cv::Mat screen = noise(200, 300, 4) < 40;
  screen.copyTo(page(cv::Rect(60, 600, 300, 200)));
  EXPECT_NEAR(angle_of(page) / kDegree, 1.5, 0.1);
}

TEST(Skew, IsNothingWithoutLines) {
  EXPECT_EQ(angle_of(cv::Mat::zeros(100, 100, CV_8UC1)), 0);
  EXPECT_EQ(skew_angle({}), 0);
  cv::Mat word = cv::Mat::zeros(60, 200, CV_8UC1);
  cv::putText(word, "Word", {10, 40}, cv::FONT_HERSHEY_SIMPLEX, 1, 255, 2);
  EXPECT_EQ(angle_of(word), 0);
  cv::Mat scattered = cv::Mat::zeros(1000, 1000, CV_8UC1);
  Random random(9);
  for (int i = 0; i < 300; ++i) {
    const cv::Point at(static_cast<int>(random.below(980)), static_cast<int>(random.below(980)));
    cv::rectangle(scattered, {at.x, at.y, 8, 12}, 255, cv::FILLED);
  }
  EXPECT_EQ(angle_of(scattered), 0);
}

TEST(Level, UndoesTheSkew) {
  const cv::Mat page = text_page();
  for (const double degrees : {-7.0, -0.8, 0.3, 0.95, 3.0}) {
    const cv::Mat level = leveled_ink(turned(page, degrees * kDegree), degrees * kDegree);
    EXPECT_NEAR(angle_of(level) / kDegree, 0, 0.1) << degrees;
    EXPECT_EQ(cv::countNonZero((level != 0) & (level != 255)), 0) << degrees;
    cv::Mat near;
    cv::dilate(page, near, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, 1);
    EXPECT_GT(cv::countNonZero(level & near), 0.97 * cv::countNonZero(level)) << degrees;
    EXPECT_NEAR(cv::countNonZero(level), cv::countNonZero(page), 0.05 * cv::countNonZero(page)) << degrees;
  }
}

/// Every pixel moved individually: first down the column, then along the row.
cv::Mat plain_shear(const cv::Mat& ink, double angle) {
  cv::Mat level = cv::Mat::zeros(ink.size(), CV_8UC1);
  const cv::Rect page({0, 0}, ink.size());
  for (int y = 0; y < ink.rows; ++y) {
    for (int x = 0; x < ink.cols; ++x) {
      const auto across = static_cast<int>(std::lround(std::tan(angle) * (y + 0.5 - ink.rows / 2.0)));
      const int from_x = x - across;
      const auto fall = static_cast<int>(std::lround(std::tan(angle) * (from_x + 0.5 - ink.cols / 2.0)));
      if (page.contains({from_x, y + fall}))
        level.at<std::uint8_t>(y, x) = ink.at<std::uint8_t>(y + fall, from_x);
    }
  }
  return level;
}

TEST(Level, MovesWholePixelsForSmallAngles) {
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(300, 2), cv::Size(2, 300), cv::Size(211, 173)}) {
    const cv::Mat ink = noise(size.height, size.width, 2) > 127;
    for (const double degrees : {-1.0, -0.4, 0.01, 0.6, 1.0})
      EXPECT_TRUE(same_pixels(leveled_ink(ink, degrees * kDegree), plain_shear(ink, degrees * kDegree)))
          << size << degrees;
  }
}

TEST(Level, TakesNothingAndRefusesUprightTurns) {
  EXPECT_TRUE(leveled_ink(cv::Mat(0, 0, CV_8UC1), 0.1).empty());
  test::expect_error([] { leveled_ink(cv::Mat::zeros(3, 3, CV_8UC1), 1.5); }, Kind::usage, "45 degrees");
}

}  // namespace
}  // namespace ocelli::internal::skew_test
