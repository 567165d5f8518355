#include "ocelli/detection/training/negative_mining.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/core.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "data/expect_error.hpp"
#include "detection/negatives.hpp"
#include "detection/plain_scan.hpp"
#include "detection/random_cascade.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::negative_mining_test {
namespace {

using test::error_of;
using test::noise;
using test::noise_images;
using testing::IsEmpty;
using testing::SizeIs;

const auto kEverything = std::make_shared<const Cascade>(test::random_cascade(8, 8, 0, 1));
const auto kSome = std::make_shared<const Cascade>(test::random_cascade(8, 8, 3, 1));
const cv::Size kWindow(8, 8);  // of kSome

MiningOptions mining(std::size_t wanted, std::uint64_t seed = 1) {
  return {
      .wanted = wanted, .seed = seed, .scan = {.min_size = 0, .max_size = 0, .scale_step = 1.5, .stride = 1}};
}

MinedNegatives mine(const NegativeImages& images, std::shared_ptr<const Cascade> cascade,
                    const MiningOptions& options, double expected_rate = 1) {
  return mine_negatives(images, std::move(cascade), options, expected_rate, {}, {});
}

/// Every window of every image that the cascade lets through, by plain scanning.
std::vector<WindowReference> plain_passing(const NegativeImages& images,
                                           std::shared_ptr<const Cascade> cascade) {
  const Scanner scanner(std::move(cascade), mining(1).scan);
  std::vector<WindowReference> passing;
  for (std::uint32_t i = 0; i < images.count; ++i) {
    for (const LevelWindow& w : test::plain_scan(scanner, images.load(i)))
      passing.push_back({i, w.level, w.x, w.y});
  }
  return passing;
}

NegativeImages assorted_images() {
  return test::images_of(
      {noise(30, 40, 1), noise(8, 8, 2), noise(5, 90, 3), noise(21, 17, 4), noise(9, 33, 5)});
}

TEST(MineNegatives, FindsEveryWindowThatPassesWhenAskedForMore) {
  for (const auto& cascade : {kEverything, kSome}) {
    const std::vector<WindowReference> expected = plain_passing(assorted_images(), cascade);
    const MinedNegatives mined = mine(assorted_images(), cascade, mining(100'000));
    EXPECT_THAT(mined.windows, testing::UnorderedElementsAreArray(expected));
    EXPECT_TRUE(mined.report.exhausted);
    EXPECT_EQ(mined.report.passed, expected.size());
    EXPECT_EQ(mined.report.evaluated, plain_passing(assorted_images(), kEverything).size());
  }
}

TEST(MineNegatives, GivesAsManyAsWantedNoneTwice) {
  const MinedNegatives mined = mine(noise_images(10, {40, 30}, 1), kSome, mining(150));
  EXPECT_THAT(mined.windows, SizeIs(150));
  EXPECT_THAT(std::set(mined.windows.begin(), mined.windows.end()), SizeIs(150));
  EXPECT_FALSE(mined.report.exhausted);
}

TEST(MineNegatives, LooksAtNoMoreThanItNeeds) {
  const NegativeImages images = noise_images(60, {60, 50}, 1);
  const MinedNegatives few = mine(images, kEverything, mining(200));
  const Scanner scanner(kEverything, mining(1).scan);
  EXPECT_LT(few.report.evaluated, 60 * scanner.window_count({60, 50}) / 5);
}

TEST(MineNegatives, FindsTheSameHoweverWrongTheExpectedRateIs) {
  const NegativeImages images = noise_images(10, {40, 30}, 1);
  const auto expected = mine(images, kSome, mining(100)).windows;
  for (const double rate : {1e-6, 0.01, 100.0})
    EXPECT_EQ(mine(images, kSome, mining(100), rate).windows, expected);
}

TEST(MineNegatives, FindsTheSameForAnyNumberOfThreads) {
  const NegativeImages images = noise_images(20, {40, 30}, 1);
  const auto run = [&] { return mine(images, kSome, mining(100)); };
  const MinedNegatives one = test::with_threads(1, run), two = test::with_threads(2, run);
  EXPECT_EQ(one.windows, two.windows);
  EXPECT_EQ(one.report, two.report);
}

TEST(MineNegatives, KeepsWhatItFoundWhenMoreAreWanted) {
  const NegativeImages images = noise_images(20, {40, 30}, 1);
  const auto few = mine(images, kSome, mining(50)).windows, many = mine(images, kSome, mining(400)).windows;
  ASSERT_THAT(many, SizeIs(400));
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(MineNegatives, DrawsOtherWindowsWithAnotherSeed) {
  const NegativeImages images = noise_images(20, {40, 30}, 1);
  EXPECT_NE(mine(images, kSome, mining(50, 1)).windows, mine(images, kSome, mining(50, 2)).windows);
}

/// The largest deviation from 1 of how often windows of a kind are drawn, in proportion to how many there
/// are.
template <class KindOf>
double worst_imbalance(const std::vector<WindowReference>& drawn, const std::vector<WindowReference>& all,
                       const KindOf& kind_of) {
  std::map<decltype(kind_of(all[0])), std::pair<double, double>> counts;
  for (const WindowReference& w : drawn) counts[kind_of(w)].first += 1.0 / static_cast<double>(drawn.size());
  for (const WindowReference& w : all) counts[kind_of(w)].second += 1.0 / static_cast<double>(all.size());
  double worst = 0;
  for (const auto& [kind, shares] : counts)
    worst = std::max(worst, std::abs(shares.first / shares.second - 1));
  return worst;
}

// Windows of an image and of a row are drawn together, so the bounds are about five standard deviations of
// draws of whole images and rows.
TEST(MineNegatives, DrawsImagesScalesAndPlacesEvenly) {
  const cv::Size size(26, 20);
  const NegativeImages images = noise_images(30, size, 1);
  std::vector<WindowReference> drawn;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const auto some = mine(images, kEverything, mining(300, seed)).windows;
    drawn.insert(drawn.end(), some.begin(), some.end());
  }
  const std::vector<WindowReference> all = plain_passing(images, kEverything);
  const std::vector<PyramidLevel> levels = Scanner(kEverything, mining(1).scan).levels(size);
  const auto in_far_half = [](std::uint32_t at, int side) {
    return at >= static_cast<std::uint32_t>(side - 7) / 2;
  };
  EXPECT_LT(worst_imbalance(drawn, all, [](const WindowReference& w) { return w.image; }), 0.25);
  EXPECT_LT(worst_imbalance(drawn, all, [](const WindowReference& w) { return w.level; }), 0.1);
  EXPECT_LT(worst_imbalance(drawn, all,
                            [&](const WindowReference& w) {
                              return std::tuple(w.level, in_far_half(w.x, levels[w.level].width),
                                                in_far_half(w.y, levels[w.level].height));
                            }),
            0.2);
}

TEST(MineNegatives, DrawsLargeAndSmallImagesEvenly) {
  std::vector<cv::Mat> mats(40, noise(30, 30, 1));
  mats.insert(mats.end(), 2, noise(200, 200, 2));
  const NegativeImages images = test::images_of(mats);
  std::vector<WindowReference> drawn;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto some = mine(images, kEverything, mining(600, seed)).windows;
    drawn.insert(drawn.end(), some.begin(), some.end());
  }
  const auto is_large = [](const WindowReference& w) { return w.image >= 40; };
  EXPECT_LT(worst_imbalance(drawn, plain_passing(images, kEverything), is_large), 0.5);
}

TEST(MineNegatives, TellsHowFarItIs) {
  std::vector<Progress> steps;
  mine_negatives(noise_images(7, {40, 30}, 1), kSome, mining(1'000'000), 1,
                 [&](const Progress& progress) { steps.push_back(progress); }, {});
  ASSERT_THAT(steps, SizeIs(7));
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(steps[i].done, i + 1);
  EXPECT_EQ(steps.back().total, 7u);
  EXPECT_THAT(steps.back().note,
              testing::ContainsRegex("mined [0-9]+ of 1000000, false-alarm rate now [0-9]"));
}

TEST(MineNegatives, StopsWhenAsked) {
  std::stop_source source;
  std::size_t images_seen = 0;
  const auto stop_soon = [&](const Progress&) {
    if (++images_seen == 3) source.request_stop();
  };
  const auto run = [&] {
    mine_negatives(noise_images(500, {40, 30}, 1), kSome, mining(1'000'000), 1, stop_soon,
                   source.get_token());
  };
  EXPECT_EQ(error_of(run).kind(), Kind::canceled);
  EXPECT_LT(images_seen, 100u);
}

TEST(MineNegatives, EndsWhenNoWindowFits) {
  const MinedNegatives mined = mine(noise_images(3, {7, 7}, 1), kEverything, mining(10));
  EXPECT_THAT(mined.windows, IsEmpty());
  EXPECT_TRUE(mined.report.exhausted);
  EXPECT_EQ(mined.report.evaluated, 0u);
}

TEST(MineNegatives, LeavesWindowsOnObjectsOut) {
  NegativeImages images = noise_images(2, {40, 30}, 1);
  const Box object{10, 12, 14, 14};
  images.objects = [&](std::uint32_t i) { return i == 1 ? std::vector{object} : std::vector<Box>(); };
  const MinedNegatives mined = mine(images, kEverything, mining(100'000));
  const Scanner scanner(kEverything, mining(1).scan);
  const std::vector<PyramidLevel> levels = scanner.levels({40, 30});
  std::size_t beside = 0;
  for (const WindowReference& w : mined.windows) {
    const Box box = scanner.box_of({w.level, w.x, w.y, 0}, levels[w.level]);
    EXPECT_TRUE(w.image == 0 || overlap(box, object) < kBesideObject);
    beside += w.image == 1 && overlap(box, object) > 0;
  }
  EXPECT_GT(beside, 0U);
  const auto of_first = std::ranges::count(mined.windows, 0U, &WindowReference::image);
  EXPECT_EQ(static_cast<std::uint64_t>(of_first), scanner.window_count({40, 30}));
  EXPECT_LT(mined.windows.size(), 2 * scanner.window_count({40, 30}));
}

TEST(MineNegatives, RefusesNoImages) {
  EXPECT_EQ(error_of([] { mine(test::images_of({}), kSome, mining(10)); }).kind(), Kind::training);
}

TEST(MineNegatives, LooksAtEveryWindow) {
  const MiningOptions options = mining(100'000);
  const Scanner scanner(kEverything, options.scan);
  const MinedNegatives mined = mine(noise_images(1, {40, 30}, 1), kEverything, options);
  EXPECT_EQ(mined.report.evaluated, scanner.window_count({40, 30}));
  EXPECT_EQ(mined.report.false_alarm_rate(), 1);
}

TEST(MineNegatives, SearchesCoarseToFineWithAStrideAboveOne) {
  MiningOptions coarse = mining(100'000);
  coarse.scan.stride = 2;
  const NegativeImages images = noise_images(3, {41, 31}, 1);
  const MinedNegatives mined = mine(images, kSome, coarse, 100);
  std::vector<WindowReference> expected;
  const Scanner scanner(kSome, coarse.scan);
  for (std::uint32_t i = 0; i < images.count; ++i) {
    for (const LevelWindow& w : test::plain_scan(scanner, images.load(i)))
      expected.push_back({i, w.level, w.x, w.y});
  }
  EXPECT_THAT(mined.windows, testing::UnorderedElementsAreArray(expected));
  EXPECT_TRUE(mined.report.exhausted);
  const double all = 3.0 * static_cast<double>(Scanner(kSome, mining(1).scan).window_count({41, 31}));
  EXPECT_NEAR(static_cast<double>(mined.report.evaluated), all, 0.2 * all);
}

TEST(ShareToMine, IsWhatTheRateAsksFor) {
  const NegativeImages images = noise_images(10, {40, 30}, 1);
  const double all = 10.0 * static_cast<double>(Scanner(kSome, mining(1).scan).window_count({40, 30}));
  EXPECT_NEAR(share_to_mine(images, kWindow, mining(100), 0.5), 1.3 * 200 / all, 1e-9);
  EXPECT_EQ(share_to_mine(images, kWindow, mining(100), 1e-6), 1);
}

TEST(CropWindows, GivesThePixelsThatTheScannerScored) {
  const MinedNegatives mined = mine(assorted_images(), kSome, mining(100'000));
  const TrainingWindows windows = crop_windows(assorted_images(), kWindow, mining(1).scan, mined.windows);
  ASSERT_EQ(windows.size(), mined.windows.size());
  const Scanner scanner(kSome, mining(1).scan);
  std::map<WindowReference, float> scores;
  for (std::uint32_t i = 0; i < assorted_images().count; ++i) {
    ScanScratch scratch;
    for (const LevelWindow& w : scanner.windows(assorted_images().load(i), test::kEveryRow, scratch)) {
      scores[{i, w.level, w.x, w.y}] = w.score;
    }
  }
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EXPECT_EQ(kSome->score(windows.image(i)), scores.at(mined.windows[i]));
  }
}

TEST(CropWindows, KeepsTheOrderAskedFor) {
  const std::vector<WindowReference> windows{
      {3, 0, 5, 2}, {0, 1, 0, 0}, {0, 0, 11, 3}, {3, 0, 5, 2}, {0, 1, 2, 1}};
  const TrainingWindows together = crop_windows(assorted_images(), kWindow, mining(1).scan, windows);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const TrainingWindows alone = crop_windows(assorted_images(), kWindow, mining(1).scan, {windows[i]});
    EXPECT_TRUE(test::same_pixels(together.image(i), alone.image(0))) << i;
  }
  EXPECT_TRUE(test::same_pixels(together.image(2), noise(30, 40, 1)(cv::Rect(11, 3, 8, 8))));
}

TEST(CropWindows, DecodesEachImageOnce) {
  std::map<std::uint32_t, int> loads;
  const NegativeImages images{5, [&](std::uint32_t i) { return ++loads[i], assorted_images().load(i); }};
  crop_windows(images, kWindow, mining(1).scan, {{3, 0, 5, 2}, {0, 1, 0, 0}, {3, 0, 1, 1}, {0, 0, 11, 3}});
  EXPECT_THAT(loads, testing::ElementsAre(testing::Pair(0, 1), testing::Pair(3, 1)));
}

TEST(CropWindows, NoticesThatTheImagesHaveChanged) {
  for (const WindowReference& bad :
       {WindowReference{0, 9, 0, 0}, WindowReference{0, 0, 33, 0}, WindowReference{0, 0, 0, 23}}) {
    const Error error = error_of([&] { crop_windows(assorted_images(), kWindow, mining(1).scan, {bad}); });
    EXPECT_EQ(error.kind(), Kind::training);
    EXPECT_THAT(error.message(), testing::HasSubstr("images have changed"));
  }
}

}  // namespace
}  // namespace ocelli::internal::negative_mining_test
