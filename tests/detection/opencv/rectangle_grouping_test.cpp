#include "ocelli/detection/opencv/rectangle_grouping.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "ocelli/detection/grouping.hpp"

namespace ocelli::internal::rectangle_grouping_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const cv::Size kImage{200, 100};

std::vector<Detection> grouped(const std::vector<ScoredWindow>& windows, int neighbors) {
  return group_like_opencv(windows, neighbors, kImage, "thing");
}

TEST(RectangleGrouping, TakesTheRoundedMeanOfSimilarWindows) {
  const std::vector<ScoredWindow> windows{
      {{10, 10, 20, 20}, 1}, {{11, 10, 20, 20}, 2}, {{13, 12, 22, 22}, 3}, {{120, 40, 20, 20}, 9}};
  const float score = group_score(std::vector<float>{1, 2, 3});
  EXPECT_THAT(grouped(windows, 2), ElementsAre(Detection{{11, 11, 21, 21}, score, "thing"}));
}

// As OpenCV has it: with minNeighbors = 3, four windows are needed.
TEST(RectangleGrouping, DropsGroupsOfAsManyWindowsAsNeighbors) {
  const std::vector<ScoredWindow> windows(3, {{10, 10, 20, 20}, 1});
  EXPECT_THAT(grouped(windows, 3), IsEmpty());
  EXPECT_THAT(grouped(windows, 2), SizeIs(1));
  EXPECT_THAT(grouped({}, 1), IsEmpty());
}

TEST(RectangleGrouping, JoinsWindowsThatAreSimilarThroughOthers) {
  std::vector<ScoredWindow> windows;
  for (const float x : {10.0f, 22.0f, 14.0f, 18.0f}) windows.push_back({{x, 10, 20, 20}, 1});
  EXPECT_THAT(grouped(windows, 3),
              ElementsAre(Detection{{16, 10, 20, 20}, group_score(std::vector<float>(4, 1)), "thing"}));
}

TEST(RectangleGrouping, DropsASmallGroupWithinALargerOne) {
  std::vector<ScoredWindow> windows(5, {{10, 10, 60, 60}, 1});
  windows.insert(windows.end(), 2, {{30, 30, 20, 20}, 7});
  EXPECT_THAT(grouped(windows, 1), SizeIs(1));
  windows.insert(windows.end(), 3, {{30, 30, 20, 20}, 7});
  EXPECT_THAT(grouped(windows, 1), SizeIs(2));
}

// As OpenCV has it: minNeighbors = 0 asks for all windows.
TEST(RectangleGrouping, KeepsEachWindowWhereNoneIsAskedFor) {
  const std::vector<ScoredWindow> windows{
      {{10, 10, 20, 20}, 3}, {{11, 10, 20, 20}, 1}, {{190, 10, 20, 20}, 2}};
  const std::vector<RectangleGroup> all = rectangle_groups(windows, 0, kImage);
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].windows, 1);
  EXPECT_EQ(all[0].best_score, 3);
  EXPECT_EQ(all[2].rect, cv::Rect(190, 10, 10, 20));
}

TEST(RectangleGrouping, CountsTheWindowsOfAGroupAndKeepsTheHighestScore) {
  const std::vector<ScoredWindow> windows{
      {{120, 40, 20, 20}, 4}, {{10, 10, 20, 20}, 1}, {{121, 40, 20, 20}, 9}};
  const std::vector<RectangleGroup> groups = rectangle_groups(windows, 1, kImage);
  ASSERT_THAT(groups, SizeIs(1));
  EXPECT_EQ(groups[0].windows, 2);
  EXPECT_EQ(groups[0].best_score, 9);
}

TEST(RectangleGrouping, ClipsToTheImageAndPutsTheHighestScoreFirst) {
  std::vector<ScoredWindow> windows(2, {{181, 81, 20, 20}, 1});
  windows.insert(windows.end(), 2, {{10, 10, 20, 20}, 2});
  const std::vector<Detection> found = grouped(windows, 1);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].box, (Box{10, 10, 20, 20}));
  EXPECT_EQ(found[1].box, (Box{181, 81, 19, 19}));
}

}  // namespace
}  // namespace ocelli::internal::rectangle_grouping_test
