#include "ocelli/detection/scanner.hpp"

#include <gmock/gmock.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <stop_token>
#include <tuple>
#include <utility>

#include "data/expect_error.hpp"
#include "detection/plain_scan.hpp"
#include "detection/random_cascade.hpp"
#include "detection/scans.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal::scanner_test {
namespace {

using test::kEveryRow;
using test::noise;
using test::plain_scan;
using test::random_cascade;
using test::scan;
using test::scanner_of;

// More survivors than are carried through the later stages at once.
TEST(Scanner, LosesNoneOfManySurvivors) {
  CascadeParts parts = random_cascade(8, 8, 2, 7);
  parts.stages = {{5, -100}, {10, -0.2f}};
  const Scanner scanner = scanner_of(parts, {.scale_step = 2, .stride = 1});
  const cv::Mat image = noise(200, 230, 4);
  ASSERT_GT(scanner.window_count(image.size()), 40'000u);
  EXPECT_EQ(scan(scanner, image), plain_scan(scanner, image));
}

TEST(Scanner, KeepsTheSurestWindowsWhereTooManyPass) {
  CascadeParts parts = random_cascade(8, 8, 1, 7);
  parts.stages = {{5, -100}};
  const Scanner scanner = scanner_of(parts, {.stride = 1});
  const cv::Mat image = noise(180, 220, 4);
  std::vector<LevelWindow> all = scan(scanner, image);
  ASSERT_GT(all.size(), 2 * Scanner::kMaxWindows);
  ScanScratch scratch;
  const std::vector<ScoredWindow> kept = scanner.scan(image, scratch);
  ASSERT_EQ(kept.size(), Scanner::kMaxWindows);
  EXPECT_EQ(scratch.left_out(), all.size() - kept.size());

  std::ranges::stable_sort(all, std::greater{}, &LevelWindow::score);
  all.resize(Scanner::kMaxWindows);
  std::ranges::sort(all, {}, [](const LevelWindow& w) { return std::tuple(w.level, w.y, w.x); });
  const std::vector<PyramidLevel> levels = scanner.levels(image.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    ASSERT_EQ(kept[i].score, all[i].score) << i;
    ASSERT_EQ(kept[i].box, scanner.box_of(all[i], levels[all[i].level])) << i;
  }
  scanner.scan(noise(20, 20, 4), scratch);
  EXPECT_EQ(scratch.left_out(), 0u);
}

TEST(Scanner, ScansAPartOfAnImageWithoutItsSurroundings) {
  const Scanner scanner = scanner_of(random_cascade(8, 8, 2, 7));
  const cv::Mat part = noise(60, 70, 5)(cv::Rect(11, 7, 31, 29));
  EXPECT_EQ(scan(scanner, part), scan(scanner, part.clone()));
}

TEST(Scanner, FindsTheSameWithAUsedScratch) {
  ScanScratch used;
  for (const cv::Size size :
       {cv::Size(90, 70), cv::Size(9, 9), cv::Size(20, 120), cv::Size(5, 5), cv::Size(90, 71)}) {
    for (int stride = 1; stride <= 3; ++stride) {
      const Scanner scanner = scanner_of(random_cascade(8, 8, 2, 7), {.stride = stride});
      const cv::Mat image = noise(size.height, size.width, 6);
      EXPECT_EQ(scanner.windows(image, kEveryRow, used), scan(scanner, image));
    }
  }
}

TEST(Scanner, LooksAtTheChosenRowsAlone) {
  const Scanner scanner = scanner_of(random_cascade(8, 8, 2, 7), {.scale_step = 1.5, .stride = 1});
  const cv::Mat image = noise(40, 50, 8);
  const auto choose = [](std::uint32_t level, std::uint32_t y) { return level != 1 && y % 3 == 0; };
  std::vector<LevelWindow> expected;
  for (const LevelWindow& w : plain_scan(scanner, image)) {
    if (choose(w.level, w.y)) expected.push_back(w);
  }
  ScanScratch scratch;
  EXPECT_EQ(scanner.windows(image, choose, scratch), expected);
  EXPECT_THAT(expected, testing::Not(testing::IsEmpty()));
}

TEST(Scanner, FindsOnlyObjectsCenteredInTheGivenRange) {
  const Scanner scanner(std::make_shared<const Cascade>(random_cascade(8, 8, 2, 1)), {.stride = 1});
  const cv::Mat image = noise(40, 60, 3);
  const CenterRange range = [](double y) { return std::pair(y, 45.0); };
  ScanScratch scratch;
  std::vector<ScoredWindow> expected = scanner.scan(image, scratch);
  std::erase_if(expected, [&](const ScoredWindow& window) {
    const auto [least, greatest] = range(static_cast<double>(window.box.center_y()));
    const auto x = static_cast<double>(window.box.center_x());
    return x < least || x > greatest;
  });
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(scanner.scan_turns(image, range, scratch).front(), expected);
}

TEST(Scanner, AsksForRowsOnTheStrideGrid) {
  const Scanner scanner = scanner_of(random_cascade(8, 8, 0, 1), {.max_size = 8, .stride = 3});
  std::vector<std::uint32_t> rows;
  ScanScratch scratch;
  scanner.windows(
      noise(15, 9, 1), [&](std::uint32_t, std::uint32_t y) { return rows.push_back(y), false; }, scratch);
  EXPECT_THAT(rows, testing::ElementsAre(0, 3, 6));
}

TEST(Scanner, CountsTheWindowsOfItsGrid) {
  for (int stride = 1; stride <= 4; ++stride) {
    const Scanner everything = scanner_of(random_cascade(8, 10, 0, 1), {.scale_step = 1.3, .stride = stride});
    for (const cv::Size size : {cv::Size(8, 10), cv::Size(7, 10), cv::Size(41, 33)}) {
      const auto found = scan(everything, noise(size.height, size.width, 1));
      const auto step = static_cast<std::uint32_t>(stride);
      const auto on_grid = std::count_if(found.begin(), found.end(), [&](const LevelWindow& window) {
        return window.x % step == 0 && window.y % step == 0;
      });
      EXPECT_EQ(everything.window_count(size), static_cast<std::uint64_t>(on_grid));
    }
  }
}

TEST(Scanner, FindsNothingInImagesSmallerThanTheWindow) {
  const Scanner everything = scanner_of(random_cascade(8, 8, 0, 1));
  EXPECT_THAT(scan(everything, noise(7, 100, 1)), testing::IsEmpty());
  EXPECT_THAT(scan(everything, noise(1, 1, 1)), testing::IsEmpty());
  EXPECT_THAT(scan(everything, cv::Mat()), testing::IsEmpty());
}

TEST(Scanner, LooksForObjectsOfTheSizesAskedFor) {
  const ScanOptions options{.min_size = 12, .max_size = 30, .scale_step = 1.2};
  const Scanner everything = scanner_of(random_cascade(8, 8, 0, 1), options);
  ScanScratch scratch;
  float min = 1000, max = 0;
  for (const ScoredWindow& window : everything.scan(noise(100, 120, 1), scratch)) {
    min = std::min(min, window.box.w);
    max = std::max(max, window.box.w);
  }
  EXPECT_NEAR(min, 12, 0.3);
  EXPECT_LE(max, 30.5f);
  EXPECT_GT(max, 30 / 1.2);
}

std::vector<double> widths_between(cv::Size window, ObjectSize min, ObjectSize max) {
  std::vector<double> widths;
  const ScanOptions options{.min_size = min, .max_size = max, .scale_step = 1.25};
  for (const PyramidLevel& level : scan_levels({200, 160}, window, options))
    widths.push_back(window.width * level.scale_x);
  return widths;
}

TEST(ScanLevels, LieBetweenSizesOfWidthAndHeight) {
  using testing::DoubleNear;
  using testing::ElementsAre;
  const auto near = [](double width) { return DoubleNear(width, 0.5); };
  EXPECT_THAT(widths_between({20, 10}, 40, 60), ElementsAre(near(40), near(50)));
  EXPECT_THAT(widths_between({20, 10}, {40, 25}, 70), ElementsAre(near(50), near(62.5)));
  EXPECT_THAT(widths_between({20, 10}, 40, {70, 26}), ElementsAre(near(40), near(50)));
  EXPECT_THAT(widths_between({20, 10}, {0, 20}, {0, 26}), ElementsAre(near(40), near(50)));
}

TEST(ScanLevels, AreOneForOneKnownSize) {
  using testing::DoubleNear;
  using testing::ElementsAre;
  EXPECT_THAT(widths_between({20, 10}, 47, 47), ElementsAre(DoubleNear(47, 0.5)));
  EXPECT_THAT(widths_between({20, 10}, {47, 24}, {47, 24}), ElementsAre(DoubleNear(47.2, 0.5)));
  EXPECT_THAT(widths_between({20, 20}, {60, 30}, {60, 30}), ElementsAre(DoubleNear(45, 0.5)));
}

TEST(Scanner, FindsObjectsSmallerThanItsWindowInTheEnlargedImage) {
  const Scanner everything = scanner_of(random_cascade(8, 8, 0, 1), {.min_size = 4, .max_size = 4});
  ScanScratch scratch;
  const auto& windows = everything.scan(noise(6, 6, 1), scratch);
  EXPECT_EQ(windows.size(), 25u);
  EXPECT_EQ(windows.back().box, (Box{2, 2, 4, 4}));
}

/// The windows of a size, of a scan without a threshold that mattered.
std::vector<ScoredWindow> windows_of_size(const Scanner& scanner, const cv::Mat& image, int size) {
  ScanScratch scratch;
  std::vector<ScoredWindow> windows = scanner.scan(image, scratch);
  std::erase_if(windows,
                [=](const ScoredWindow& window) { return window.box.w != static_cast<float>(size); });
  return windows;
}

TEST(Scanner, FindsBeyondTheEdgeWhatItFindsInAnImageWithAWiderBorder) {
  const CascadeParts parts = random_cascade(10, 10, 2, 1);
  const cv::Mat image = noise(30, 40, 5);
  cv::Mat bordered;
  cv::copyMakeBorder(image, bordered, 4, 4, 4, 4, cv::BORDER_REPLICATE);
  const auto beyond = windows_of_size(scanner_of(parts, {.overhang = 0.45}), image, 10);
  auto inside = windows_of_size(scanner_of(parts), bordered, 10);
  for (ScoredWindow& window : inside) {
    window.box.x -= 4;
    window.box.y -= 4;
  }
  EXPECT_EQ(beyond, inside);
  EXPECT_GT(beyond.size(), windows_of_size(scanner_of(parts), image, 10).size());
}

TEST(Scanner, KeepsItsGridInsideTheImageWhateverTheOverhang) {
  const CascadeParts parts = random_cascade(10, 10, 2, 1);
  const cv::Mat image = noise(41, 50, 5);
  const auto beyond = windows_of_size(scanner_of(parts, {.overhang = 0.3}), image, 10);
  const auto inside = windows_of_size(scanner_of(parts), image, 10);
  ASSERT_THAT(inside, testing::Not(testing::IsEmpty()));
  for (const ScoredWindow& window : inside) EXPECT_THAT(beyond, testing::Contains(window));
}

TEST(ScanOptions, HaveAMarginOfWholeStepsOfTheGrid) {
  EXPECT_EQ(ScanOptions().margin({20, 10}), cv::Size(0, 0));
  EXPECT_EQ(ScanOptions{.overhang = 0.3}.margin({20, 10}), cv::Size(6, 2));
  EXPECT_EQ((ScanOptions{.stride = 4, .overhang = 0.3}.margin({20, 10})), cv::Size(4, 0));
}

TEST(Scanner, BoxesAreInSourcePixels) {
  const Scanner scanner = scanner_of(random_cascade(8, 10, 1, 1));
  const PyramidLevel level{50, 40, 2.5, 2};
  EXPECT_EQ(scanner.box_of({3, 4, 6, 1}, level), (Box{10, 12, 20, 20}));
  const PyramidLevel with_margin{50, 40, 2.5, 2, {6, 8}};
  EXPECT_EQ(scanner.box_of({3, 4, 6, 1}, with_margin), (Box{-5, -4, 20, 20}));
}

TEST(Scanner, GivesBoxesAndScoresOfItsWindows) {
  const Scanner scanner = scanner_of(random_cascade(8, 10, 2, 1), {.scale_step = 1.3});
  const cv::Mat image = noise(40, 50, 9);
  const std::vector<LevelWindow> windows = scan(scanner, image);
  const std::vector<PyramidLevel> levels = scanner.levels(image.size());
  ScanScratch scratch;
  const auto& scored = scanner.scan(image, scratch);
  ASSERT_EQ(scored.size(), windows.size());
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EXPECT_EQ(scored[i],
              (ScoredWindow{scanner.box_of(windows[i], levels[windows[i].level]), windows[i].score}));
  }
}

/// The windows of plain scanning, as scan() gives them.
std::vector<ScoredWindow> plain_scored(const Scanner& scanner, const cv::Mat& image) {
  const std::vector<PyramidLevel> levels = scanner.levels(image.size());
  std::vector<ScoredWindow> scored;
  for (const LevelWindow& window : plain_scan(scanner, image))
    scored.push_back({scanner.box_of(window, levels[window.level]), window.score});
  return scored;
}

// Levels of several bands of rows, whose borders lie between windows on the grid and those around them.
TEST(Scanner, FindsTheSameWithAnyNumberOfThreads) {
  const cv::Mat image = noise(420, 40, 11);
  for (int stride = 1; stride <= 3; ++stride) {
    const Scanner scanner = scanner_of(random_cascade(8, 8, 4, 7), {.scale_step = 1.4, .stride = stride});
    const std::vector<ScoredWindow> expected = plain_scored(scanner, image);
    ASSERT_THAT(expected, testing::Not(testing::IsEmpty()));
    for (const std::size_t threads : {1, 2, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      ScanScratch scratch;
      EXPECT_EQ(scanner.scan(image, scratch), expected)
          << "stride " << stride << ", " << threads << " threads";
    }
  }
}

/// Counts the threads that take part in an arena's work.
class CountedThreads : public tbb::task_scheduler_observer {
 public:
  explicit CountedThreads(tbb::task_arena& arena) : task_scheduler_observer(arena) { observe(true); }
  ~CountedThreads() override { observe(false); }
  void on_scheduler_entry(bool /*is_worker*/) override { ++entered; }

  std::atomic<int> entered{0};
};

TEST(Scanner, LooksBetweenTheSizesOfTheGridAroundItsSurvivorsAlone) {
  const cv::Mat image = noise(200, 60, 12);
  for (const int scale_stride : {2, 3}) {
    for (int stride = 1; stride <= 2; ++stride) {
      const ScanOptions options{.scale_step = 1.15, .stride = stride, .scale_stride = scale_stride};
      const Scanner scanner = scanner_of(random_cascade(8, 8, 4, 7), options);
      const std::vector<LevelWindow> expected = plain_scan(scanner, image);
      EXPECT_EQ(scan(scanner, image), expected);
      ScanScratch scratch;
      EXPECT_EQ(scanner.scan(image, scratch), plain_scored(scanner, image));
      EXPECT_TRUE(std::ranges::any_of(expected, [&](const LevelWindow& window) {
        return window.level % static_cast<std::uint32_t>(scale_stride) != 0;
      }));
    }
  }
}

TEST(Scanner, LooksAroundWindowsOfTheGridThatPassAsManyStagesAsAsked) {
  const cv::Mat image = noise(200, 60, 14);
  for (const std::size_t grid_stages : {1, 3, 4}) {
    const Scanner scanner =
        scanner_of(random_cascade(8, 8, 4, 7), {.scale_step = 1.15, .grid_stages = grid_stages});
    EXPECT_EQ(scanner.grid_stage_count(), grid_stages);
    const std::vector<LevelWindow> expected = plain_scan(scanner, image);
    ASSERT_THAT(expected, testing::Not(testing::IsEmpty()));
    EXPECT_EQ(scan(scanner, image), expected);
  }
}

TEST(Scanner, GivesWindowsBetweenTheSizesOfTheGridTheScoresOfAGridOfAllSizes) {
  const cv::Mat image = noise(90, 70, 13);
  const auto found = [&](int scale_stride) {
    return scan(scanner_of(random_cascade(8, 8, 3, 7), {.stride = 1, .scale_stride = scale_stride}), image);
  };
  const std::vector<LevelWindow> all = found(1), some = found(2);
  EXPECT_LT(some.size(), all.size());
  EXPECT_TRUE(std::ranges::includes(
      all, some, {}, [](const LevelWindow& w) { return std::tuple(w.level, w.y, w.x, w.score); },
      [](const LevelWindow& w) { return std::tuple(w.level, w.y, w.x, w.score); }));
}

TEST(ScanOptions, TakeTheGridsSizesAtMost122HundredthsApart) {
  EXPECT_EQ(ScanOptions{}.grid_levels(), 2);
  EXPECT_EQ((ScanOptions{.scale_step = 1.05}).grid_levels(), 4);
  EXPECT_EQ((ScanOptions{.scale_step = 1.2}).grid_levels(), 1);
  EXPECT_EQ((ScanOptions{.stride = 1}).grid_levels(), 1);
  EXPECT_EQ((ScanOptions{.scale_step = 1.2, .scale_stride = 3}).grid_levels(), 3);
  EXPECT_DOUBLE_EQ((ScanOptions{.scale_step = 1.2, .scale_stride = 3}).grid_step(), 1.2 * 1.2 * 1.2);
  EXPECT_DOUBLE_EQ((ScanOptions{.stride = 1}).grid_step(), 1.1);
}

TEST(Scanner, KeepsToTheThreadsThatItMayUse) {
  const Scanner scanner = scanner_of(random_cascade(8, 8, 4, 7));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  tbb::task_arena arena;
  CountedThreads threads(arena);
  arena.execute([&] {
    ScanScratch scratch;
    scanner.scan(noise(400, 300, 11), scratch);
  });
  EXPECT_EQ(threads.entered, 1);
}

TEST(Scanner, StopsWhenAsked) {
  const Scanner scanner = scanner_of(random_cascade(8, 8, 2, 7));
  std::stop_source stop;
  const CancellationScope scope(stop.get_token());
  stop.request_stop();
  ScanScratch scratch;
  EXPECT_EQ(test::error_of([&] { scanner.scan(noise(40, 50, 9), scratch); }).kind(), Kind::canceled);
}

TEST(Scanner, RefusesColor) {
  const Scanner scanner = scanner_of(random_cascade(8, 8, 1, 1));
  EXPECT_EQ(test::error_of([&] { scan(scanner, cv::Mat(20, 20, CV_8UC3)); }).kind(), Kind::image);
}

TEST(ScanOptions, NameTheOptionThatMakesNoSense) {
  const auto where = [](const ScanOptions& options) {
    const Error error = test::error_of([&] { options.validate(); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return error.where();
  };
  EXPECT_EQ(where({.min_size = ObjectSize(-1)}), "--min-size");
  EXPECT_EQ(where({.min_size = ObjectSize(8, -1)}), "--min-size");
  EXPECT_EQ(where({.min_size = 30, .max_size = 20}), "--max-size");
  EXPECT_EQ(where({.min_size = ObjectSize(10, 30), .max_size = ObjectSize(20, 20)}), "--max-size");
  EXPECT_EQ(where({.scale_step = 1}), "--scale-step");
  EXPECT_EQ(where({.scale_step = std::nan("")}), "--scale-step");
  EXPECT_EQ(where({.stride = 0}), "--stride");
  EXPECT_EQ(where({.scale_stride = -1}), "--scale-stride");
}

}  // namespace
}  // namespace ocelli::internal::scanner_test
