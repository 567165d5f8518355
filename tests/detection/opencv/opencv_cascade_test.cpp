#include "ocelli/detection/opencv/opencv_cascade.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "data/expect_error.hpp"
#include "detection/opencv/small_cascades.hpp"

namespace ocelli::internal::opencv_cascade_test {
namespace {

using test::small_haar;
using test::small_lbp;

using Change = std::function<void(OpenCvCascadeParts&)>;

void expect_refused(OpenCvCascadeParts parts, const Change& change, const std::string& part) {
  change(parts);
  test::expect_error([&] { OpenCvCascade{parts}; }, Kind::model, part);
}

std::vector<OpenCvHaar>& haar_of(OpenCvCascadeParts& parts) { return std::get<0>(parts.features); }
OpenCvTree& pair_of(OpenCvCascadeParts& parts) { return parts.stages[1].trees[0]; }

TEST(OpenCvCascade, KeepsItsParts) {
  const OpenCvCascade cascade(small_haar());
  EXPECT_EQ(cascade.parts(), small_haar());
  EXPECT_TRUE(cascade.has_haar());
  EXPECT_TRUE(cascade.tilted());
  EXPECT_EQ(cascade.feature_count(), 3u);
  EXPECT_EQ(cascade.tree_count(), 3u);
  EXPECT_FALSE(OpenCvCascade(small_lbp()).has_haar());
}

TEST(OpenCvCascade, RefusesWindowsOutOfRange) {
  expect_refused(
      small_haar(), [](auto& p) { p.width = 2; }, "window of 2 x 10");
  expect_refused(
      small_haar(), [](auto& p) { p.height = 1025; }, "window of 12 x 1025");
}

TEST(OpenCvCascade, RefusesRectanglesOutsideTheWindow) {
  constexpr int kMax = std::numeric_limits<int>::max(), kMin = std::numeric_limits<int>::min();
  for (const OpenCvRect rect : {OpenCvRect{-1, 0, 2, 2, 1},
                                {11, 0, 2, 2, 1},
                                {0, 9, 2, 2, 1},
                                {0, 0, 0, 2, 1},
                                {0, 0, 2, -2, 1},
                                {kMax, 0, 1, 1, 1},
                                {1, 0, kMax, 1, 1},
                                {0, kMin, 1, kMax, 1}}) {
    expect_refused(
        small_haar(), [&](auto& p) { haar_of(p)[1].rects[2] = rect; }, "rectangle 2 of feature 1");
  }
  // A tilted one reaches as far to the left as it is high, and as far down as both its sides.
  for (const OpenCvRect rect : {OpenCvRect{2, 0, 3, 3, 1},
                                {8, 0, 5, 3, 1},
                                {5, 4, 4, 3, 1},
                                {kMax, 0, 1, 1, 1},
                                {6, 0, kMax, 1, 1},
                                {6, 0, 1, kMax, 1}}) {
    expect_refused(
        small_haar(), [&](auto& p) { haar_of(p)[2].rects[0] = rect; }, "rectangle 0 of feature 2");
  }
}

TEST(OpenCvCascade, RefusesBlocksOutsideTheWindow) {
  for (const OpenCvLbp blocks :
       {OpenCvLbp{1, 0, 3, 4}, {0, 1, 3, 4}, {-1, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 1'000'000'000, 1}})
    expect_refused(
        small_lbp(), [&](auto& p) { std::get<1>(p.features)[0] = blocks; }, "feature 0");
}

TEST(OpenCvCascade, RefusesWrongCountsOfRectangles) {
  expect_refused(
      small_haar(), [](auto& p) { haar_of(p)[0].rects.clear(); }, "feature 0 has 0 rectangles");
  expect_refused(
      small_haar(), [](auto& p) { haar_of(p)[0].rects.resize(4); }, "feature 0 has 4 rectangles");
}

TEST(OpenCvCascade, RefusesNumbersThatAreNone) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN(),
                  kMax = std::numeric_limits<float>::infinity();
  expect_refused(
      small_haar(), [](auto& p) { haar_of(p)[0].rects[1].weight = kNone; }, "weight of rectangle 1");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[1].threshold = kMax; },
      "tree 0 of stage 1: the threshold of node 1");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).leaves[2] = kNone; }, "tree 0 of stage 1: a leaf");
  expect_refused(
      small_haar(), [](auto& p) { p.stages[0].threshold = kNone; }, "threshold of stage 0");
}

TEST(OpenCvCascade, RefusesTreesThatAreNone) {
  const std::string tree = "tree 0 of stage 1: ";
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes.clear(); }, tree + "it has 0 nodes");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).leaves.pop_back(); }, tree + "it has 2 leaves");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[0].feature = 3; }, tree + "node 0 asks");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[1].left = 2; }, tree + "node 1 leads");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[1].left = -3; }, tree + "node 1 leads");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[1].left = std::numeric_limits<int>::min(); },
      tree + "node 1");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[1].left = -2; }, "another one leads to as well");
  expect_refused(
      small_haar(), [](auto& p) { pair_of(p).nodes[1].left = 1; }, "another one leads to as well");
  const Change circle = [](auto& p) {
    pair_of(p) = {.nodes = {{.left = 0, .right = -1}, {.left = 2, .right = -2}, {.left = 1, .right = -3}},
                  .leaves = {0, 0, 0, 0}};
  };
  expect_refused(small_haar(), circle, "circle");
}

TEST(OpenCvCascade, RefusesEmptiness) {
  expect_refused(
      small_haar(), [](auto& p) { p.stages.clear(); }, "no stages");
  expect_refused(
      small_haar(), [](auto& p) { p.stages[1].trees.clear(); }, "stage 1 has no trees");
  expect_refused(
      small_haar(), [](auto& p) { haar_of(p).clear(); }, "no features");
}

}  // namespace
}  // namespace ocelli::internal::opencv_cascade_test
