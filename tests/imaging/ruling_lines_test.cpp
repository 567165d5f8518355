#include "ocelli/imaging/ruling_lines.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace ocelli::internal::ruling_lines_test {
namespace {

constexpr double kLetter = 20;

/// A page with a grid of 2 x 3 places of 150 x 60 pixels.
cv::Mat grid_page() {
  cv::Mat ink = cv::Mat::zeros(400, 600, CV_8U);
  for (int row = 0; row < 3; ++row) ink(cv::Rect(50, 50 + 60 * row, 453, 3)) = 255;
  for (int column = 0; column < 4; ++column) ink(cv::Rect(50 + 150 * column, 50, 3, 123)) = 255;
  return ink;
}

/// A letter of an upright stroke and two bars.
void set_letter(cv::Mat& ink, int x, int y) {
  ink(cv::Rect(x, y, 3, 20)) = 255;
  ink(cv::Rect(x, y, 12, 3)) = 255;
  ink(cv::Rect(x, y + 10, 12, 3)) = 255;
}

TEST(RulingLines, AreTheRulesOfAGrid) {
  const RulingLines lines = find_ruling_lines(grid_page(), kLetter);
  ASSERT_EQ(lines.level.size(), 3U);
  ASSERT_EQ(lines.upright.size(), 4U);
  EXPECT_NEAR(lines.level[1].middle(), 111, 1);
  EXPECT_NEAR(lines.upright[2].middle(), 351, 1);
  EXPECT_NEAR(lines.level[0].length(), 453, 3);
  EXPECT_NEAR(lines.level[0].thickness, 3, 0.5);
}

TEST(RulingLines, AreNotLettersEvenIfTheyStandInALine) {
  cv::Mat ink = cv::Mat::zeros(200, 600, CV_8U);
  for (int i = 0; i < 30; ++i) set_letter(ink, 20 + 18 * i, 50);
  const RulingLines lines = find_ruling_lines(ink, kLetter);
  EXPECT_TRUE(lines.level.empty());
  EXPECT_TRUE(lines.upright.empty());
}

TEST(RulingLines, AreJoinedOverGaps) {
  cv::Mat ink = cv::Mat::zeros(200, 600, CV_8U);
  for (int x = 20; x < 500; x += 100) ink(cv::Rect(x, 100, 85, 2)) = 255;
  EXPECT_EQ(find_ruling_lines(ink, kLetter).level.size(), 1U);
}

TEST(RulingLines, ThatLeanAreFollowed) {
  cv::Mat ink = cv::Mat::zeros(200, 1000, CV_8U);
  cv::line(ink, {20, 90}, {980, 100}, 255, 2);
  const RulingLines lines = find_ruling_lines(ink, kLetter);
  ASSERT_EQ(lines.level.size(), 1U);
  EXPECT_NEAR(lines.level[0].slope, 10.0 / 960, 0.002);
  EXPECT_NEAR(lines.level[0].at(20), 90, 1.5);
}

TEST(RuledGrids, AreRulesThatMeet) {
  cv::Mat ink = grid_page();
  ink(cv::Rect(50, 350, 453, 3)) = 255;  // a rule on its own
  const RulingLines lines = find_ruling_lines(ink, kLetter);
  const std::vector<RulingLines> grids = ruled_grids(lines, kLetter);
  ASSERT_EQ(grids.size(), 1U);
  EXPECT_EQ(grids[0].level.size(), 3U);
  EXPECT_EQ(grids[0].upright.size(), 4U);
}

TEST(ErasedRulingLines, LeaveTheLettersBetweenThem) {
  cv::Mat with_letters = grid_page(), letters = cv::Mat::zeros(400, 600, CV_8U);
  for (int i = 0; i < 6; ++i) {
    set_letter(with_letters, 70 + 150 * (i / 2), 70 + 60 * (i % 2));
    set_letter(letters, 70 + 150 * (i / 2), 70 + 60 * (i % 2));
  }
  erase_ruling_lines(with_letters, find_ruling_lines(with_letters, kLetter), kLetter);
  EXPECT_EQ(cv::countNonZero(with_letters != letters), 0);
}

TEST(RulingLines, OfAnEmptyPageAreNone) {
  EXPECT_TRUE(find_ruling_lines(cv::Mat::zeros(1, 1, CV_8U), kLetter).level.empty());
  EXPECT_TRUE(find_ruling_lines(cv::Mat::zeros(9, 9, CV_8U), 0).upright.empty());
}

}  // namespace
}  // namespace ocelli::internal::ruling_lines_test
