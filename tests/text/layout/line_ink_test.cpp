#include "ocelli/text/layout/line_ink.hpp"

#include <gmock/gmock.h>

#include <opencv2/imgproc.hpp>

#include "text/whole_line.hpp"

namespace ocelli::internal::line_ink_test {
namespace {

constexpr int kHeight = 40;
constexpr double kXHeight = 20;

/// Ink in the shape of rectangles.
cv::Mat drawn(const std::vector<cv::Rect>& boxes) {
  cv::Mat ink = cv::Mat::zeros(kHeight, 200, CV_8U);
  for (const cv::Rect& box : boxes) ink(box) = 255;
  return ink;
}

LineInk parted(const cv::Mat& ink) {
  const Components components = connected_components(ink);
  return {test::whole_line(components, 35, kXHeight), components};
}

TEST(LineInk, LeavesNarrowLettersWholeAndInTheirOrder) {
  const LineInk ink = parted(drawn({{50, 15, 5, 20}, {10, 15, 5, 20}, {30, 15, 5, 20}}));
  ASSERT_EQ(ink.segments().size(), 3U);
  EXPECT_EQ(ink.segments()[0].box, cv::Rect(10, 15, 5, 20));
  EXPECT_EQ(ink.segments()[2].box, cv::Rect(50, 15, 5, 20));
  EXPECT_EQ(ink.blobs(), 3U);
}

TEST(LineInk, TakesADotToTheStrokeBelow) {
  const LineInk ink = parted(drawn({{10, 15, 5, 20}, {11, 8, 4, 4}, {30, 15, 5, 20}}));
  ASSERT_EQ(ink.blobs(), 2U);
  EXPECT_EQ(ink.segments()[0].box, cv::Rect(10, 8, 5, 27));
}

TEST(LineInk, LeavesOutAStrokeUnderLetters) {
  const LineInk ink = parted(drawn({{10, 15, 5, 20}, {30, 15, 5, 20}, {8, 37, 30, 2}}));
  ASSERT_EQ(ink.blobs(), 2U);
  EXPECT_EQ(ink.segments()[0].box, cv::Rect(10, 15, 5, 20));
}

TEST(LineInk, KeepsTheLowerBarOfASign) {
  const LineInk sign = parted(drawn({{10, 18, 26, 3}, {21, 12, 4, 16}, {10, 31, 26, 3}}));
  EXPECT_EQ(sign.segments().front().box, cv::Rect(10, 12, 26, 22)) << "a plus over a minus";
  const LineInk underlined = parted(drawn({{10, 15, 26, 19}, {10, 37, 26, 2}}));
  EXPECT_EQ(underlined.segments().front().box, cv::Rect(10, 15, 26, 19)) << "a letter, underlined";
}

TEST(LineInk, CutsAMinusFromTheSignThatItTouches) {
  EXPECT_EQ(parted(drawn({{10, 24, 10, 3}, {20, 5, 12, 30}})).segments().front().box,
            cv::Rect(10, 24, 10, 3));
  EXPECT_EQ(parted(drawn({{10, 5, 10, 3}, {20, 5, 6, 30}})).segments().size(), 1U) << "a 1 with its flag";
}

TEST(LineInk, KeepsAStrokeThatStandsAlone) {
  EXPECT_EQ(parted(drawn({{10, 15, 5, 20}, {30, 37, 30, 2}})).segments().back().box.br(), cv::Point(60, 39));
}

TEST(LineInk, CutsTwoStrokesThatABridgeJoins) {
  const LineInk ink = parted(drawn({{10, 15, 6, 20}, {16, 33, 12, 2}, {28, 15, 6, 20}}));
  EXPECT_EQ(ink.blobs(), 1U);
  ASSERT_GE(ink.segments().size(), 2U);
  EXPECT_EQ(ink.segments().front().box.tl(), cv::Point(10, 15));
  EXPECT_EQ(ink.segments().back().box.br(), cv::Point(34, 35));
}

TEST(LineInk, CutsWordsThatInkHasFilledWhereTheyAreThinnest) {
  std::vector<cv::Rect> letters;
  for (int x = 10; x < 90; x += 16) letters.push_back({x, 15, 13, 20});
  letters.push_back({10, 16, 77, 17});
  EXPECT_EQ(parted(drawn(letters)).blobs(), 1U);
  EXPECT_EQ(parted(drawn(letters)).segments().size(), letters.size() - 1);
}

TEST(LineInk, GivesBackTheInkThatCameIn) {
  const cv::Mat drawing =
      drawn({{10, 15, 6, 20}, {16, 33, 12, 2}, {28, 15, 6, 20}, {60, 12, 9, 9}, {61, 30, 8, 5}});
  const LineInk ink = parted(drawing);
  const std::size_t last = ink.segments().size() - 1;
  const cv::Mat all = ink.ink(0, last);
  EXPECT_EQ(cv::norm(all, drawing(ink.box(0, last)), cv::NORM_L1), 0);
}

TEST(LineInk, GivesTheInkOfASegmentWithoutItsNeighborsInTheSameBox) {
  // An "L" whose foot reaches below a dot of its own: their boxes overlap, their ink does not.
  const cv::Mat drawing = drawn({{10, 5, 4, 30}, {10, 31, 12, 4}, {24, 5, 4, 20}});
  const LineInk ink = parted(drawing);
  double area = 0;
  for (std::size_t i = 0; i < ink.segments().size(); ++i) area += cv::countNonZero(ink.ink(i, i));
  EXPECT_EQ(area, cv::countNonZero(drawing));
}

TEST(LineInk, OfALineWithoutInkHasNoSegments) {
  EXPECT_TRUE(parted(cv::Mat::zeros(10, 10, CV_8U)).segments().empty());
}

}  // namespace
}  // namespace ocelli::internal::line_ink_test
