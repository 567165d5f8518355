#include "ocelli/metrics/roc.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::roc_test {
namespace {

using testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kHit = Outcome::hit;
constexpr auto kMiss = Outcome::false_positive;
constexpr auto kIgnored = Outcome::ignored;

/// Four truths; worked by hand.
const MatchedDetections kPooled{
    {{9, kHit}, {8, kMiss}, {7, kIgnored}, {6, kHit}, {6, kMiss}, {6, kHit}, {5, kIgnored}, {4, kMiss}}, 4};

TEST(DetectionRoc, HasOnePointForEachScoreThatCounts) {
  EXPECT_THAT(detection_roc(kPooled),
              ElementsAre(RocPoint{kInfinity, 0, 0}, RocPoint{9, 0, 0.25}, RocPoint{8, 1, 0.25},
                          RocPoint{6, 2, 0.75}, RocPoint{4, 3, 0.75}));
}

TEST(DetectionRoc, GivesTheRateAtANumberOfFalsePositives) {
  const auto curve = detection_roc(kPooled);
  EXPECT_EQ(rate_at(curve, 0), 0.25);
  EXPECT_EQ(rate_at(curve, 1), 0.25);
  EXPECT_EQ(rate_at(curve, 2), 0.75);
  EXPECT_EQ(rate_at(curve, 1000), 0.75);
  EXPECT_EQ(point_at(curve, 1).threshold, 8);
}

TEST(DetectionRoc, TakesEqualScoresTogetherWhateverTheirOrder) {
  for (const auto& outcomes : {std::vector<ScoredOutcome>{{1, kHit}, {1, kMiss}},
                               std::vector<ScoredOutcome>{{1, kMiss}, {1, kHit}}}) {
    const auto curve = detection_roc({outcomes, 1});
    EXPECT_EQ(rate_at(curve, 0), 0);
    EXPECT_EQ(rate_at(curve, 1), 1);
  }
}

TEST(DetectionRoc, OfNothingIsASinglePoint) {
  EXPECT_THAT(detection_roc({}), ElementsAre(RocPoint{kInfinity, 0, 0}));
  EXPECT_EQ(rate_at(detection_roc({}), 31), 0);
  EXPECT_EQ(rate_at(detection_roc({{{1, kMiss}}, 0}), 31), 0);
}

TEST(DetectionRoc, RefusesScoresOutOfOrderOrNotNumbers) {
  EXPECT_THROW(detection_roc({{{1, kHit}, {2, kHit}}, 2}), Error);
  EXPECT_THROW(detection_roc({{{std::nanf(""), kHit}}, 2}), Error);
}

TEST(Threshold, IsTheHighestThatKeepsTheRate) {
  const std::vector<float> scores = {3, 1, 4, 1, 5, 9, 2, 6};
  EXPECT_EQ(threshold_at(1.0, scores), 1);
  EXPECT_EQ(threshold_at(0.75, scores), 2);
  EXPECT_EQ(threshold_at(0.76, scores), 1);
  EXPECT_EQ(threshold_at(0.125, scores), 9);
  EXPECT_EQ(threshold_at(0.0001, scores), 9);
  EXPECT_EQ(threshold_at(0, scores), kInfinity);
}

TEST(Threshold, ForgivesTheRoundingOfARate) {
  for (int count = 1; count <= 2000; ++count) {
    std::vector<float> scores(static_cast<std::size_t>(count));
    std::iota(scores.begin(), scores.end(), 0.0f);
    for (const int kept : {1, count / 3 + 1, count}) {
      const double rate = static_cast<double>(kept) / count;
      ASSERT_EQ(threshold_at(rate, scores), static_cast<float>(count - kept)) << kept << " of " << count;
    }
  }
  const std::vector<float> thousand = [] {
    std::vector<float> scores(1000);
    std::iota(scores.begin(), scores.end(), 0.0f);
    return scores;
  }();
  EXPECT_EQ(threshold_at(0.995, thousand), 5);
  EXPECT_EQ(threshold_at(0.07, thousand), 930);
}

TEST(Threshold, RefusesRatesAndScoresWithoutSense) {
  EXPECT_THROW(threshold_at(0.5, {}), Error);
  EXPECT_THROW(threshold_at(1.1, std::vector{1.0f}), Error);
  EXPECT_THROW(threshold_at(std::nan(""), std::vector{1.0f}), Error);
}

TEST(LowestThreshold, IsTheLowestThatKeepsTheFalseAlarmRate) {
  const std::vector<float> scores = {3, 1, 4, 1, 5, 9, 2, 6};
  for (const double rate : {0.0, 0.125, 0.3, 0.5, 0.75}) {
    const float threshold = lowest_threshold_at(rate, scores);
    EXPECT_LE(accepted_share(threshold, scores), rate);
    EXPECT_GT(accepted_share(std::nextafter(threshold, -kInfinity), scores), rate);
  }
  EXPECT_EQ(lowest_threshold_at(1, scores), 1);
  EXPECT_THROW(lowest_threshold_at(0.5, {}), Error);
  EXPECT_THROW(lowest_threshold_at(std::nan(""), scores), Error);
}

TEST(FalseAlarm, IsTheShareOfNegativesAtOrAboveTheThreshold) {
  const std::vector<float> positives = {1, 2, 3, 4}, negatives = {0, 1, 2, 2, 5};
  EXPECT_DOUBLE_EQ(false_alarm_at(1.0, positives, negatives), 0.8);
  EXPECT_DOUBLE_EQ(false_alarm_at(0.75, positives, negatives), 0.6);
  EXPECT_DOUBLE_EQ(false_alarm_at(0.5, positives, negatives), 0.2);
  EXPECT_DOUBLE_EQ(false_alarm_at(0.0, positives, negatives), 0.0);
  EXPECT_DOUBLE_EQ(false_alarm_at(1.0, positives, {}), 0.0);
}

}  // namespace
}  // namespace ocelli::internal::roc_test
