#include "ocelli/imaging/box_index.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace ocelli::internal::box_index_test {
namespace {

std::set<std::uint32_t> found_over(const BoxIndex& index, const cv::Rect& area) {
  std::set<std::uint32_t> found;
  index.any_over(area, [&](std::uint32_t i) {
    found.insert(i);
    return false;
  });
  return found;
}

std::set<std::uint32_t> plainly_over(const std::vector<cv::Rect>& boxes, const cv::Rect& area) {
  std::set<std::uint32_t> found;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (!(boxes[i] & area).empty()) found.insert(i);
  return found;
}

TEST(BoxIndex, FindsWhatOverlapsAnArea) {
  std::mt19937 random(3);
  const auto number = [&](int max) { return static_cast<int>(random() % static_cast<unsigned>(max)); };
  std::vector<cv::Rect> boxes;
  for (int i = 0; i < 150; ++i)
    boxes.emplace_back(number(400), number(400), 1 + number(40), 1 + number(i % 10 == 0 ? 300 : 20));
  for (const double row : {1.0, 7.5, 64.0, 1000.0}) {
    const BoxIndex index(boxes, row);
    for (int i = 0; i < 100; ++i) {
      const cv::Rect area(number(500) - 50, number(500) - 50, number(60), number(60));
      EXPECT_EQ(found_over(index, area), plainly_over(boxes, area)) << area << ", rows of " << row;
    }
  }
}

TEST(BoxIndex, StopsAtTheFirstThatIsWanted) {
  const BoxIndex index({{0, 0, 10, 10}, {5, 5, 10, 10}, {100, 100, 5, 5}}, 4);
  int asked = 0;
  EXPECT_TRUE(index.any_over({4, 4, 8, 8}, [&](std::uint32_t) { return ++asked == 1; }));
  EXPECT_EQ(asked, 1);
  EXPECT_FALSE(index.any_over({50, 50, 9, 9}, [](std::uint32_t) { return true; }));
}

TEST(BoxIndex, FindsNothingAmongNone) {
  EXPECT_FALSE(BoxIndex({}, 5).any_over({0, 0, 9, 9}, [](std::uint32_t) { return true; }));
}

}  // namespace
}  // namespace ocelli::internal::box_index_test
