#include "ocelli/detection.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::box_test {
namespace {

TEST(Box, HasItsCentreHalfwayAcross) {
  const Box box{10, 20, 4, 8};
  EXPECT_EQ(box.center_x(), 12);
  EXPECT_EQ(box.center_y(), 24);
  EXPECT_EQ(box.area(), 32);
}

TEST(Overlap, OfABoxWithItselfIsOne) { EXPECT_EQ(overlap({3, 4, 5, 6}, {3, 4, 5, 6}), 1); }

TEST(Overlap, IsTheSharedAreaOverTheJoinedArea) {
  const Box left{0, 0, 2, 2};
  const Box right{1, 0, 2, 2};
  EXPECT_EQ(intersection_area(left, right), 2);
  EXPECT_FLOAT_EQ(overlap(left, right), 2.0f / 6.0f);
  EXPECT_EQ(overlap(left, right), overlap(right, left));
}

TEST(Overlap, OfAnInnerBoxIsTheRatioOfTheAreas) {
  EXPECT_FLOAT_EQ(overlap({0, 0, 10, 10}, {2, 3, 5, 4}), 0.2f);
}

TEST(Overlap, OfBoxesThatOnlyTouchIsZero) {
  EXPECT_EQ(overlap({0, 0, 2, 2}, {2, 0, 2, 2}), 0);
  EXPECT_EQ(overlap({0, 0, 2, 2}, {0, 2, 2, 2}), 0);
  EXPECT_EQ(overlap({0, 0, 2, 2}, {2, 2, 2, 2}), 0);
}

TEST(Overlap, OfDistantBoxesIsZeroThoughBothGapsAreNegative) {
  EXPECT_EQ(intersection_area({0, 0, 1, 1}, {9, 9, 1, 1}), 0);
  EXPECT_EQ(overlap({0, 0, 1, 1}, {9, 9, 1, 1}), 0);
}

TEST(Overlap, OfBoxesWithoutAreaIsZero) { EXPECT_EQ(overlap({1, 1, 0, 0}, {1, 1, 0, 0}), 0); }

}  // namespace
}  // namespace ocelli::internal::box_test
