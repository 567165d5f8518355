#include "ocelli/detection/cascade.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <opencv2/core.hpp>
#include <string>

#include "data/expect_error.hpp"
#include "detection/random_cascade.hpp"
#include "features/random_features.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal::cascade_test {
namespace {

using test::error_of;
using test::noise;
using test::random_cascade;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Cascade, TakesPartsThatFit) {
  const CascadeParts parts = random_cascade(8, 10, 3, 1);
  const Cascade cascade(parts);
  EXPECT_EQ(cascade.parts(), parts);
  EXPECT_EQ(cascade.weak_count(), 15u);
  EXPECT_EQ(cascade.table(4).size(), 9u);
  EXPECT_EQ(cascade.table(4).front(), parts.tables[4 * 9]);
}

TEST(Cascade, MayBeEmpty) { EXPECT_EQ(*Cascade(random_cascade(4, 128, 0, 1)).score(noise(128, 4, 1)), 0); }

cv::Mat in_mirror(const cv::Mat& window) {
  cv::Mat mirror;
  cv::flip(window, mirror, 1);
  return mirror;
}

TEST(MirroredCascade, ScoresMirroredWindowsAsTheOtherDoesWindows) {
  const Cascade cascade(random_cascade(8, 10, 3, 1));
  const Cascade other = mirrored(cascade);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const cv::Mat window = noise(10, 8, seed);
    EXPECT_EQ(cascade.score(window), other.score(in_mirror(window)));
    found += cascade.score(window).has_value();
  }
  EXPECT_GT(found, 0);
}

TEST(TurnedCascade, ScoresTurnedWindowsAsTheOtherDoesWindows) {
  const Cascade cascade(random_cascade(8, 10, 3, 1));
  int found = 0;
  for (int quarters = 0; quarters < 4; ++quarters) {
    const Cascade other = turned(cascade, quarters);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const cv::Mat window = noise(10, 8, seed);
      EXPECT_EQ(cascade.score(window), other.score(turned(window, quarters))) << quarters;
      found += cascade.score(window).has_value();
    }
  }
  EXPECT_GT(found, 0);
}

TEST(TurnedCascade, FindsObjectsOfTurnedShapes) {
  CascadeParts parts = random_cascade(8, 10, 3, 1);
  parts.shapes = {0.5F, 1, 2.5F};
  EXPECT_THAT(turned(Cascade(parts), 2).shapes(), testing::ElementsAre(0.5F, 1, 2.5F));
  EXPECT_THAT(turned(Cascade(parts), 1).shapes(), testing::ElementsAre(0.4F, 1, 2));
}

TEST(SymmetricCascade, ScoresAsTheMeanOfBothOpinions) {
  CascadeParts parts = random_cascade(8, 10, 3, 1);
  const Cascade one_sided(parts);
  parts.symmetric = true;
  const Cascade cascade(parts);
  for (CascadeStage& stage : parts.stages) stage.threshold = -1e6f;
  parts.symmetric = false;
  const Cascade open(parts);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const cv::Mat window = noise(10, 8, seed);
    const std::optional<float> own = one_sided.score(window), both = cascade.score(window);
    ASSERT_EQ(own.has_value(), both.has_value());  // its own stages alone decide
    if (own) {
      EXPECT_NEAR(*both, (*own + *open.score(in_mirror(window))) / 2, 1e-5);
    }
  }
}

TEST(FirstStages, ScoreAsTheyDidInTheWhole) {
  CascadeParts parts = random_cascade(8, 10, 3, 1);
  const Cascade two = first_stages(Cascade(parts), 2);
  EXPECT_EQ(two.weak_count(), 10u);
  for (CascadeStage& stage : parts.stages) stage.threshold = stage.end == 15 ? -1e6f : stage.threshold;
  std::ranges::fill(std::span(parts.tables).subspan(10 * parts.cells()), 0.0f);
  const Cascade mute_at_the_end(parts);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const cv::Mat window = noise(10, 8, seed);
    EXPECT_EQ(two.score(window), mute_at_the_end.score(window));
  }
}

TEST(FirstStages, MayBeNone) {
  EXPECT_EQ(first_stages(Cascade(random_cascade(8, 10, 3, 1)), 0).weak_count(), 0u);
}

TEST(FirstStages, AreNoMoreThanThereAre) {
  EXPECT_THAT(error_of([] { first_stages(Cascade(random_cascade(8, 10, 3, 1)), 4); }).what(),
              testing::HasSubstr("3 stages, fewer than 4"));
}

struct BadPart {
  const char* name;
  std::function<void(CascadeParts&)> spoil;
  const char* message;
};

const BadPart kBadParts[] = {
    {"NarrowWindow", [](CascadeParts& p) { p.width = 3; }, "3 x 10 pixels is out of range"},
    {"WideWindow", [](CascadeParts& p) { p.width = 129; }, "129 x 10 pixels"},
    {"FlatWindow", [](CascadeParts& p) { p.height = -10; }, "8 x -10 pixels"},
    {"HighWindow", [](CascadeParts& p) { p.height = 1 << 30; }, "pixels is out of range"},
    {"OneBin", [](CascadeParts& p) { p.bins = 1; }, "1 bins"},
    {"ManyBins", [](CascadeParts& p) { p.bins = 257; }, "257 bins"},
    {"NegativeBins", [](CascadeParts& p) { p.bins = -9; }, "-9 bins"},
    {"NoDeviation", [](CascadeParts& p) { p.min_deviation = 0; }, "deviation"},
    {"NegativeDeviation", [](CascadeParts& p) { p.min_deviation = -1; }, "deviation"},
    {"NanDeviation", [](CascadeParts& p) { p.min_deviation = kNan; }, "deviation"},
    {"InfiniteDeviation", [](CascadeParts& p) { p.min_deviation = kInfinity; }, "deviation"},
    {"DeviationThatVanishesWhenSquared", [](CascadeParts& p) { p.min_deviation = 1e-30f; }, "deviation"},
    {"ShortTables", [](CascadeParts& p) { p.tables.pop_back(); }, "tables do not match"},
    {"VotesThatAddUpToTooMuch",
     [](CascadeParts& p) {
       for (float& vote : p.tables) vote = 1e6f;
     },
     "votes of its weak classifiers are out of range"},
    {"LargestVotes", [](CascadeParts& p) { p.tables[0] = -std::numeric_limits<float>::max(); },
     "votes of its weak classifiers are out of range"},
    {"LongTables", [](CascadeParts& p) { p.tables.push_back(0); }, "tables do not match"},
    {"NanInATable", [](CascadeParts& p) { p.tables[17] = kNan; }, "not finite"},
    {"InfinityInATable", [](CascadeParts& p) { p.tables.back() = -kInfinity; }, "not finite"},
    {"FeatureOutside", [](CascadeParts& p) { p.features[7].feature.rects[0].x = 200; }, "feature 7"},
    {"FeatureWithoutRectangles", [](CascadeParts& p) { p.features[2].feature.count = 0; }, "feature 2"},
    {"FeatureOfTooManyRectangles", [](CascadeParts& p) { p.features[2].feature.count = 255; }, "feature 2"},
    {"UnbalancedFeature", [](CascadeParts& p) { p.features[0].feature.rects[0].weight = 100; }, "feature 0"},
    {"NanLow", [](CascadeParts& p) { p.features[3].low = kNan; }, "bins of feature 3"},
    {"InfiniteLow", [](CascadeParts& p) { p.features[3].low = kInfinity; }, "bins of feature 3"},
    {"NoScale", [](CascadeParts& p) { p.features[14].scale = 0; }, "bins of feature 14"},
    {"NegativeScale", [](CascadeParts& p) { p.features[14].scale = -1; }, "bins of feature 14"},
    {"InfiniteScale", [](CascadeParts& p) { p.features[14].scale = kInfinity; }, "bins of feature 14"},
    {"EmptyStage", [](CascadeParts& p) { p.stages[1].end = p.stages[0].end; }, "stage 1"},
    {"StageGoingBack", [](CascadeParts& p) { p.stages[1].end = 2; }, "stage 1"},
    {"StagePastTheEnd", [](CascadeParts& p) { p.stages[2].end = 16; }, "stage 2"},
    {"LastStageTooShort", [](CascadeParts& p) { p.stages[2].end = 14; }, "last stage"},
    {"NoStages", [](CascadeParts& p) { p.stages.clear(); }, "last stage"},
    {"NanThreshold", [](CascadeParts& p) { p.stages[0].threshold = kNan; }, "threshold of stage 0"},
    {"InfiniteThreshold", [](CascadeParts& p) { p.stages[0].threshold = -kInfinity; },
     "threshold of stage 0"},
    {"ManyShapes", [](CascadeParts& p) { p.shapes = {1, 2, 3, 4, 5, 6}; }, "too many shapes"},
    {"EqualShapes",
     [](CascadeParts& p) {
       p.shapes = {1, 1};
     },
     "shapes are out of order"},
    {"NanShape", [](CascadeParts& p) { p.shapes = {kNan}; }, "shapes are out of order"},
    {"NegativeShape", [](CascadeParts& p) { p.shapes = {-1}; }, "shapes are out of order"},
    {"WideShape",
     [](CascadeParts& p) {
       p.shapes = {1, 7};
     },
     "shapes is out of range"},
    {"NarrowShape", [](CascadeParts& p) { p.shapes = {0.09F}; }, "shapes is out of range"},
};

class CascadeRefuses : public testing::TestWithParam<BadPart> {};

TEST_P(CascadeRefuses, NamingWhatIsWrong) {
  CascadeParts parts = random_cascade(8, 10, 3, 1);
  GetParam().spoil(parts);
  const Error error = error_of([&] { Cascade{parts}; });
  EXPECT_EQ(error.kind(), Kind::model);
  EXPECT_THAT(error.message(), testing::HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Parts, CascadeRefuses, testing::ValuesIn(kBadParts),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Cascade, RefusesTooManyWeakClassifiers) {
  CascadeParts parts = random_cascade(8, 10, 1, 1);
  parts.features.resize(Cascade::kMaxWeak + 1, parts.features.front());
  parts.tables.resize(parts.features.size() * 9);
  parts.stages = {{static_cast<std::uint32_t>(parts.features.size()), 0}};
  EXPECT_EQ(error_of([&] { Cascade{parts}; }).kind(), Kind::model);
}

// Left minus right on a window whose left half is 60 and whose right half is 20: response 8 x 40 = 320, mean
// 40, deviation 20, z = 16. Bins of width 10 from -5 on: bin 2.
TEST(CascadeScore, IsTheVoteOfTheBinOfTheNormalizedResponseByHand) {
  HaarFeature halves;
  halves.add({.x = 0, .y = 0, .w = 2, .h = 4, .weight = 1});
  halves.add({.x = 2, .y = 0, .w = 2, .h = 4, .weight = -1});
  const CascadeParts parts{.width = 4,
                           .height = 4,
                           .bins = 4,
                           .min_deviation = 1,
                           .label = "edge",
                           .features = {{halves, -5, 0.1f}},
                           .tables = {1, 2, 4, 8},
                           .stages = {{1, -100}}};
  cv::Mat window(4, 4, CV_8UC1, cv::Scalar(20));
  window.colRange(0, 2).setTo(60);
  EXPECT_EQ(Cascade(parts).score(window), 4);
  EXPECT_EQ(Cascade(parts).score(255 - window), 1);
}

/// Scores a window with plain loops in double precision but for the sum of votes.
std::optional<float> plain_score(const CascadeParts& parts, const cv::Mat& window) {
  cv::Scalar mean, deviation;
  cv::meanStdDev(window, mean, deviation);
  const double scale = 1 / std::max<double>(deviation[0], parts.min_deviation);
  float score = 0;
  std::uint32_t m = 0;
  for (const CascadeStage& stage : parts.stages) {
    for (; m < stage.end; ++m) {
      const BinnedFeature& weak = parts.features[m];
      const double z = test::plain_response(weak.feature, window) * scale;
      const int bin =
          std::clamp(static_cast<int>(std::floor((z - weak.low) * weak.scale)), 0, parts.bins - 1);
      score += parts.tables[m * static_cast<std::size_t>(parts.bins) + static_cast<std::size_t>(bin)];
    }
    if (score < stage.threshold) return std::nullopt;
  }
  return score;
}

TEST(CascadeScore, EqualsPlainLoops) {
  const CascadeParts parts = random_cascade(9, 8, 3, 2);
  const Cascade cascade(parts);
  int passed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const cv::Mat window = noise(8, 9, seed) / (1 + static_cast<int>(seed % 60));
    EXPECT_EQ(cascade.score(window), plain_score(parts, window)) << seed;
    passed += cascade.score(window).has_value();
  }
  EXPECT_GT(passed, 30);
  EXPECT_LT(passed, 270);
}

TEST(CascadeScore, PassesAtAThresholdThatIsMetExactly) {
  CascadeParts parts = random_cascade(8, 8, 1, 3);
  parts.stages[0].threshold = -100;
  const cv::Mat window = noise(8, 8, 1);
  const float score = *Cascade(parts).score(window);
  parts.stages[0].threshold = score;
  EXPECT_EQ(Cascade(parts).score(window), score);
  parts.stages[0].threshold = std::nextafter(score, kInfinity);
  EXPECT_EQ(Cascade(parts).score(window), std::nullopt);
}

TEST(CascadeScore, RefusesWindowsOfAnotherSizeOrType) {
  const Cascade cascade(random_cascade(8, 8, 1, 3));
  EXPECT_EQ(error_of([&] { cascade.score(noise(8, 9, 1)); }).kind(), Kind::image);
  EXPECT_EQ(error_of([&] { cascade.score(cv::Mat(8, 8, CV_8UC3)); }).kind(), Kind::image);
}

}  // namespace
}  // namespace ocelli::internal::cascade_test
