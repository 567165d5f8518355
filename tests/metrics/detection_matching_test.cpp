#include "ocelli/metrics/detection_matching.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace ocelli::internal::detection_matching_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kHit = Outcome::hit;
constexpr auto kMiss = Outcome::false_positive;
constexpr auto kIgnored = Outcome::ignored;

/// A square of the given side around a center.
Box square(float x, float y, float side) { return {x - side / 2, y - side / 2, side, side}; }

Detection found(float x, float y, float side, float score) { return {square(x, y, side), score, ""}; }

std::vector<Outcome> outcomes(const MatchedDetections& matched) {
  std::vector<Outcome> result;
  for (const ScoredOutcome& one : matched.outcomes) result.push_back(one.outcome);
  return result;
}

TEST(MatchRule, AdmitsCentresUpToAThirdOfTheTruthAway) {
  const MatchRule rule;
  const Box truth = square(100, 100, 50);
  EXPECT_TRUE(rule.admits(square(115, 100, 50), truth));
  EXPECT_FALSE(rule.admits(square(115.5, 100, 50), truth));
  EXPECT_TRUE(rule.admits(square(109, 112, 50), truth));
  EXPECT_FALSE(rule.admits(square(111, 111, 50), truth));
}

TEST(MatchRule, AdmitsSizesWithinAFactorOfTwo) {
  const MatchRule rule;
  const Box truth = square(100, 100, 40);
  EXPECT_TRUE(rule.admits(square(100, 100, 80), truth));
  EXPECT_TRUE(rule.admits(square(100, 100, 20), truth));
  EXPECT_FALSE(rule.admits(square(100, 100, 81), truth));
  EXPECT_FALSE(rule.admits(square(100, 100, 19), truth));
}

TEST(MatchRule, TakesTheSideOfTheSquareOfEqualAreaForTheSizeOfABox) {
  const MatchRule rule;
  const Box truth{0, 0, 90, 40};  // of size 60, center (45, 20)
  EXPECT_TRUE(rule.admits(square(45 + 18, 20, 60), truth));
  EXPECT_FALSE(rule.admits(square(45 + 18.5, 20, 60), truth));
  EXPECT_TRUE(rule.admits(square(45, 20, 120), truth));
  EXPECT_FALSE(rule.admits(square(45, 20, 121), truth));
}

TEST(DetectionMatching, CountsEachTruthOnceForTheSurestDetection) {
  const std::vector<Truth> truths = {{square(100, 100, 50)}};
  const std::vector<Detection> detections = {found(100, 100, 50, 1), found(104, 100, 50, 3),
                                             found(300, 100, 50, 2)};
  const MatchedDetections matched = match_detections(detections, truths);
  EXPECT_EQ(matched.truths, 1);
  EXPECT_THAT(matched.outcomes,
              ElementsAre(ScoredOutcome{3, kHit}, ScoredOutcome{2, kMiss}, ScoredOutcome{1, kMiss}));
}

TEST(DetectionMatching, GivesADetectionTheNearestFreeTruth) {
  const std::vector<Truth> truths = {{square(100, 100, 50)}, {square(110, 100, 50)}};
  EXPECT_THAT(outcomes(match_detections(std::vector{found(106, 100, 50, 2), found(111, 100, 50, 1)}, truths)),
              ElementsAre(kHit, kHit));
  // The first takes the truth at 100; the second reaches the one at 110 only.
  EXPECT_THAT(outcomes(match_detections(std::vector{found(104, 100, 50, 2), found(124, 100, 50, 1)}, truths)),
              ElementsAre(kHit, kHit));
}

TEST(DetectionMatching, CountsAHitOnAnIgnoredTruthNeitherWay) {
  const std::vector<Truth> truths = {{square(100, 100, 50), true}, {square(300, 100, 50)}};
  const MatchedDetections matched =
      match_detections(std::vector{found(100, 100, 50, 4), found(101, 100, 50, 3), found(300, 100, 50, 2),
                                   found(500, 0, 50, 1)},
                       truths);
  EXPECT_EQ(matched.truths, 1);
  EXPECT_THAT(outcomes(matched), ElementsAre(kIgnored, kMiss, kHit, kMiss));
}

TEST(DetectionMatching, PrefersACountedTruthToAnIgnoredOneAsNear) {
  const std::vector<Truth> truths = {{square(100, 100, 50), true}, {square(100, 100, 50)}};
  EXPECT_THAT(outcomes(match_detections(std::vector{found(100, 100, 50, 1)}, truths)), ElementsAre(kHit));
}

TEST(DetectionMatching, TakesEqualScoresInTheOrderGiven) {
  const std::vector<Truth> truths = {{square(100, 100, 50)}};
  const std::vector<Detection> detections = {found(300, 100, 50, 1), found(100, 100, 50, 1),
                                             found(101, 100, 50, 1)};
  EXPECT_THAT(outcomes(match_detections(detections, truths)), ElementsAre(kMiss, kHit, kMiss));
}

TEST(DetectionMatching, TakesNothingForNothing) {
  EXPECT_THAT(match_detections({}, {}).outcomes, IsEmpty());
  EXPECT_EQ(match_detections({}, std::vector<Truth>(3)).truths, 3);
  EXPECT_THAT(outcomes(match_detections(std::vector{found(1, 1, 1, 1)}, {})), ElementsAre(kMiss));
}

TEST(DetectionMatching, PoolsImagesSurestFirst) {
  const std::vector<MatchedDetections> images = {
      {{{5, kHit}, {1, kMiss}}, 2}, {{{3, kMiss}, {1, kHit}}, 1}, {{}, 4}};
  const MatchedDetections pooled = pool(images);
  EXPECT_EQ(pooled.truths, 7);
  EXPECT_THAT(pooled.outcomes, ElementsAre(ScoredOutcome{5, kHit}, ScoredOutcome{3, kMiss},
                                           ScoredOutcome{1, kMiss}, ScoredOutcome{1, kHit}));
}

}  // namespace
}  // namespace ocelli::internal::detection_matching_test
