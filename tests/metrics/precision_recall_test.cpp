#include "ocelli/metrics/outcome_counts.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::precision_recall_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kHit = Outcome::hit;
constexpr auto kMiss = Outcome::false_positive;
constexpr auto kIgnored = Outcome::ignored;

TEST(PrecisionRecall, FollowsTheThresholdDown) {
  const MatchedDetections pooled{{{9, kHit}, {8, kMiss}, {7, kIgnored}, {6, kHit}, {6, kHit}, {5, kMiss}}, 4};
  EXPECT_THAT(precision_recall(pooled),
              ElementsAre(PrecisionRecallPoint{9, 1.0, 0.25}, PrecisionRecallPoint{8, 0.5, 0.25},
                          PrecisionRecallPoint{6, 0.75, 0.75}, PrecisionRecallPoint{5, 0.6, 0.75}));
}

TEST(AveragePrecision, InterpolatesWithTheBestPrecisionAtThatRecallOrAbove) {
  // Recall 0 to 1/4 at precision 1, 1/4 to 3/4 at 3/4, the last quarter never reached.
  const MatchedDetections pooled{{{9, kHit}, {8, kMiss}, {7, kHit}, {6, kHit}, {5, kMiss}}, 4};
  EXPECT_DOUBLE_EQ(average_precision(precision_recall(pooled)), 0.25 * 1 + 0.5 * 0.75);
}

TEST(AveragePrecision, IsOneForAPerfectDetector) {
  EXPECT_DOUBLE_EQ(average_precision(precision_recall({{{3, kHit}, {2, kHit}, {1, kMiss}}, 2})), 1);
}

TEST(AveragePrecision, OfNothingIsZero) {
  EXPECT_THAT(precision_recall({}), IsEmpty());
  EXPECT_EQ(average_precision({}), 0);
  EXPECT_EQ(average_precision(precision_recall({{{1, kMiss}}, 0})), 0);
  EXPECT_EQ(average_precision(precision_recall({{{1, kMiss}}, 3})), 0);
}

}  // namespace
}  // namespace ocelli::internal::precision_recall_test
