#include "ocelli/detection/grouping.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "data/expect_error.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::grouping_test {

void PrintTo(const Detection& d, std::ostream* out) {
  *out << d.label << " (" << d.box.x << ", " << d.box.y << ", " << d.box.w << ", " << d.box.h << ") "
       << d.score;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// `count` windows jittered by up to `jitter` pixels around a box, their scores about `score`.
std::vector<ScoredWindow> windows_near(const Box& box, int count, double jitter, float score,
                                       std::uint64_t seed) {
  Random random(seed);
  const auto move = [&](float value) { return value + static_cast<float>(random.uniform(-jitter, jitter)); };
  std::vector<ScoredWindow> windows;
  for (int k = 0; k < count; ++k) {
    const float side = move(box.w);
    windows.push_back(
        {{move(box.x), move(box.y), side, side}, score + static_cast<float>(random.uniform(-1, 1))});
  }
  return windows;
}

std::vector<ScoredWindow> joined(std::vector<ScoredWindow> a, const std::vector<ScoredWindow>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Group, OfNoWindowsIsEmpty) { EXPECT_THAT(group({}, {}, "face"), IsEmpty()); }

TEST(Group, MakesOneDetectionOfManyWindowsOnAnObject) {
  const Box object{100, 50, 40, 40};
  const auto found = group(windows_near(object, 30, 4, 8, 1), {}, "face");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_GT(overlap(found[0].box, object), 0.9f);
  EXPECT_EQ(found[0].label, "face");
}

TEST(Group, DropsWhatLiesWithinOrAroundSomethingSurer) {
  const std::vector<ScoredWindow> windows = {
      {{100, 100, 40, 40}, 30}, {{110, 125, 20, 20}, 8}, {{80, 80, 100, 100}, 9}, {{130, 130, 40, 40}, 7}};
  const GroupOptions every_window{.min_neighbors = 1, .min_score = 0};
  const auto found = group(windows, every_window, "face");
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].box, (Box{100, 100, 40, 40}));
  EXPECT_EQ(found[1].box, (Box{130, 130, 40, 40})) << "a corner in common";
  GroupOptions with_parts = every_window;
  with_parts.containment = 1;
  EXPECT_THAT(group(windows, with_parts, "face"), SizeIs(4));
}

TEST(Group, KeepsTwoObjectsApart) {
  const Box left{0, 0, 40, 40}, right{60, 0, 40, 40};
  const auto found =
      group(joined(windows_near(left, 10, 4, 8, 1), windows_near(right, 20, 4, 8, 2)), {}, "face");
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_GT(overlap(found[0].box, right), 0.9f);
  EXPECT_GT(overlap(found[1].box, left), 0.9f);
}

TEST(Group, KeepsASmallObjectInsideALargeOneWherePartsAreKept) {
  const Box large{0, 0, 100, 100}, small{30, 30, 30, 30};
  const auto found = group(joined(windows_near(large, 5, 2, 8, 1), windows_near(small, 5, 2, 8, 2)),
                           {.containment = 1}, "face");
  EXPECT_THAT(found, SizeIs(2));
}

TEST(Group, DropsGroupsOfTooFewWindows) {
  const auto windows = windows_near({10, 10, 40, 40}, 3, 1, 8, 1);
  EXPECT_THAT(group(windows, {.min_neighbors = 3}, "face"), SizeIs(1));
  EXPECT_THAT(group(windows, {.min_neighbors = 4}, "face"), IsEmpty());
}

TEST(Group, OfOneWindowKeepsItsBox) {
  const Box box{3, 4, 20, 24};
  const auto found = group(std::vector<ScoredWindow>{{box, 5}}, {.min_neighbors = 1}, "face");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_NEAR(found[0].box.x, 3, 1e-4);
  EXPECT_NEAR(found[0].box.h, 24, 1e-4);
}

TEST(Group, IsSurerTheSurerAndTheMoreItsWindowsAre) {
  const Box box{10, 10, 40, 40};
  const auto score = [&](int count, float each) {
    return group(std::vector<ScoredWindow>(static_cast<std::size_t>(count), {box, each}),
                 {.min_neighbors = 1}, "")
        .at(0)
        .score;
  };
  EXPECT_GT(score(1, 6), score(1, 5));
  EXPECT_GT(score(2, 5), score(1, 5));
  EXPECT_NEAR(score(1, 20), 20, 1e-3);
  EXPECT_NEAR(score(16, 20), 40, 2e-3) << "the 4-norm: 16 is the fourth power of 2";
  EXPECT_GT(score(1, -20), 0);
}

TEST(Group, DropsGroupsBelowTheLeastScore) {
  const auto windows =
      joined(windows_near({0, 0, 40, 40}, 5, 1, 2, 1), windows_near({90, 0, 40, 40}, 5, 1, 9, 2));
  const auto all = group(windows, {}, "face");
  ASSERT_THAT(all, SizeIs(2));
  const double between = (all[0].score + all[1].score) / 2;
  EXPECT_THAT(group(windows, {.min_score = between}, "face"), ElementsAre(all[0]));
}

TEST(Group, PutsTheSurestFirstAndTiesInReadingOrder) {
  const std::vector<ScoredWindow> windows{
      {{300, 0, 20, 20}, 5}, {{0, 100, 20, 20}, 5}, {{100, 0, 20, 20}, 5}, {{0, 200, 20, 20}, 7}};
  const auto found = group(windows, {.min_neighbors = 1}, "");
  ASSERT_THAT(found, SizeIs(4));
  EXPECT_EQ(found[0].box.y, 200);
  EXPECT_EQ(found[1].box.x, 100);
  EXPECT_EQ(found[2].box.x, 300);
  EXPECT_EQ(found[3].box.y, 100);
}

TEST(Group, DoesNotDependOnTheOrderOfItsWindows) {
  auto windows =
      joined(windows_near({0, 0, 40, 40}, 30, 15, 5, 1), windows_near({35, 10, 50, 50}, 30, 15, 5, 2));
  const auto expected = group(windows, {}, "face");
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::vector<ScoredWindow> shuffled;
    for (const std::uint32_t place : permutation(static_cast<std::uint32_t>(windows.size()), seed)) {
      shuffled.push_back(windows[place]);
    }
    EXPECT_EQ(group(shuffled, {}, "face"), expected);
  }
}

/// How many windows each group takes, by looking at every leader for every window: the surest window that
/// overlaps no leader enough leads a new group; any other joins the leader that it overlaps most.
std::vector<int> plain_group_sizes(std::vector<ScoredWindow> windows, double min_overlap) {
  std::ranges::sort(windows, std::ranges::greater{}, &ScoredWindow::score);
  std::vector<Box> leaders;
  std::vector<int> sizes;
  for (const ScoredWindow& window : windows) {
    std::size_t best = leaders.size();
    double max = min_overlap;
    for (std::size_t g = 0; g < leaders.size(); ++g) {
      const double common = overlap(leaders[g], window.box);
      if (best == leaders.size() ? common >= max : common > max) best = g, max = common;
    }
    if (best == leaders.size()) leaders.push_back(window.box), sizes.push_back(0);
    ++sizes[best];
  }
  std::ranges::sort(sizes);
  return sizes;
}

/// Windows of one shape at all sizes and places, their scores all different.
std::vector<ScoredWindow> scattered_windows(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<ScoredWindow> windows;
  for (int k = 0; k < count; ++k) {
    const auto w = static_cast<float>(20 * std::exp(random.uniform(0, 2.5)));
    windows.push_back({{static_cast<float>(random.uniform(0, 300)),
                        static_cast<float>(random.uniform(0, 300)), w, 1.3f * w},
                       static_cast<float>(random.uniform(0, 10))});
  }
  return windows;
}

TEST(Group, IsAsLargeAsALookAtEveryLeaderMakesIt) {
  for (const double min_overlap : {0.2, 0.4, 0.7, 0.99}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto windows = scattered_windows(400, seed);
      const std::vector<int> sizes = plain_group_sizes(windows, min_overlap);
      for (const int min : {1, 2, 4, 8}) {
        const auto expected = std::ranges::count_if(sizes, [&](int size) { return size >= min; });
        const auto found =
            group(windows, {.overlap = min_overlap, .containment = 1, .min_neighbors = min}, "");
        EXPECT_THAT(found, SizeIs(static_cast<std::size_t>(expected))) << min_overlap << ", seed " << seed;
      }
    }
  }
}

TEST(Group, KeepsHugeScoresFinite) {
  const auto found = group(std::vector<ScoredWindow>{{{3, 4, 20, 20}, 1000}}, {.min_neighbors = 1}, "");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_NEAR(found[0].score, 1000, 1e-3);
  EXPECT_NEAR(found[0].box.x, 3, 1e-4);
}

TEST(GroupOptions, NameTheOptionThatMakesNoSense) {
  const auto where = [](const GroupOptions& options) {
    const Error error = test::error_of([&] { options.validate(); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return error.where();
  };
  EXPECT_EQ(where({.overlap = 0}), "--overlap");
  EXPECT_EQ(where({.overlap = 1.1}), "--overlap");
  EXPECT_EQ(where({.containment = 0}), "--containment");
  EXPECT_EQ(where({.min_neighbors = 0}), "--min-neighbors");
  EXPECT_EQ(where({.min_score = std::nan("")}), "--min-score");
}

}  // namespace
}  // namespace ocelli::internal::grouping_test
