#include "ocelli/imaging/quarter_turn.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

namespace ocelli::internal::quarter_turn_test {
namespace {

TEST(QuarterTurn, TakesBoxesWhereItTakesTheirPixels) {
  const cv::Size size(7, 5);
  const cv::Rect box(1, 3, 4, 2);
  cv::Mat picture(size, CV_8UC1, cv::Scalar(0));
  picture(box).setTo(255);
  for (int quarters = 0; quarters < 4; ++quarters) {
    const cv::Mat moved = turned(picture, quarters);
    EXPECT_EQ(moved.size(), turned(size, quarters));
    const cv::Rect found = turned(box, size, quarters);
    EXPECT_EQ(cv::countNonZero(moved), found.area());
    EXPECT_EQ(cv::countNonZero(moved(found)), found.area()) << quarters;
    EXPECT_EQ(turned(found, moved.size(), 4 - quarters), box) << "the way back";
  }
}

TEST(QuarterTurn, IsClockwise) {
  const cv::Mat picture = (cv::Mat_<std::uint8_t>(1, 2) << 1, 2);
  EXPECT_EQ(turned(picture, 1).at<std::uint8_t>(0, 0), 1);
  EXPECT_EQ(turned(picture, 3).at<std::uint8_t>(0, 0), 2);
}

}  // namespace
}  // namespace ocelli::internal::quarter_turn_test
