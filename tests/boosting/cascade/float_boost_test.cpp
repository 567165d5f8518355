#include "ocelli/boosting/cascade/float_boost.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "boosting/binned.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/metrics/roc.hpp"

namespace ocelli::internal::float_boost_test {
namespace {

using test::Rows;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

TEST(FalseAlarmsAtDetection, CountsNegativesAboveTheThresholdThatKeepsEnoughPositives) {
  const std::vector<float> positives{5, -1, 4, 3}, negatives{4.5f, 3, 2.9f, -1, -2};
  EXPECT_DOUBLE_EQ(false_alarms_at_detection(0.5)(positives, negatives), 0.2);    // threshold 4
  EXPECT_DOUBLE_EQ(false_alarms_at_detection(0.75)(positives, negatives), 0.4);   // threshold 3, met exactly
  EXPECT_DOUBLE_EQ(false_alarms_at_detection(0.751)(positives, negatives), 0.8);  // threshold -1
  EXPECT_DOUBLE_EQ(false_alarms_at_detection(1)(positives, negatives), 0.8);
}

TEST(WeightedErrors, ChargeMissesAndFalseAlarmsAtThresholdZero) {
  const std::vector<float> positives{5, -1, 4, 3}, negatives{4.5f, 0, -1, -2, -3};
  EXPECT_DOUBLE_EQ(weighted_errors(1, 0)(positives, negatives), 0.25);
  EXPECT_DOUBLE_EQ(weighted_errors(0, 1)(positives, negatives), 0.4);
  EXPECT_DOUBLE_EQ(weighted_errors(2, 10)(positives, negatives), 4.5);
}

// Shifting all scores makes every sample wrong at threshold 0 and changes nothing at a fixed detection rate;
// a single low positive does the opposite.
TEST(FalseAlarmsAtDetection, AreNotTheShareOfWrongSigns) {
  const ErrorMeasure false_alarms = false_alarms_at_detection(1), wrong_signs = weighted_errors(0.5, 0.5);
  const std::vector<float> negatives{-4, -3, -2, -1}, ranked{-0.4f, -0.3f, -0.2f, -0.1f},
      outlier{1, 2, 3, -5};
  EXPECT_LT(false_alarms(ranked, negatives), false_alarms(outlier, negatives));
  EXPECT_GT(wrong_signs(ranked, negatives), wrong_signs(outlier, negatives));
}

TEST(ErrorMeasures, RefuseWhatMakesNoSense) {
  EXPECT_EQ(test::error_of([] { false_alarms_at_detection(0); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([] { false_alarms_at_detection(1.01); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([] { weighted_errors(-1, 1); }).kind(), Kind::usage);
}

/// A majority of the features 1, 2 and 3 is the label, so these three are all that is needed. Feature 0 is
/// the label but for one sample in eight, better than any of them alone: it is chosen first and then of no
/// use.
BinnedResponses majority_with_a_decoy() {
  Rows rows(4);
  for (const int label : {1, 0}) {
    for (int voters = 0; voters < 8; ++voters) {
      if ((std::popcount(static_cast<unsigned>(voters)) >= 2) != (label == 1)) continue;
      for (int copy = 0; copy < 8; ++copy) {
        rows[0].push_back(static_cast<std::uint8_t>(copy == 0 ? 1 - label : label));
        for (int f = 0; f < 3; ++f) rows[f + 1].push_back(static_cast<std::uint8_t>(voters >> f & 1));
      }
    }
  }
  return test::binned(rows, 2);
}

FloatBoostOptions working_against(ErrorMeasure error) {
  FloatBoostOptions options;
  options.error = std::move(error);
  return options;
}

FloatBoostOptions never_looking_back(FloatBoostOptions options) {
  options.max_removals = 0;
  return options;
}

const FloatBoostOptions kWrongSigns = working_against(weighted_errors(0.5, 0.5));
constexpr double kDetectionRate = 0.95;
const FloatBoostOptions kFalseAlarms = working_against(false_alarms_at_detection(kDetectionRate));

TEST(FloatBoost, TakesOutAStumpThatLaterOnesMadeRedundant) {
  const BinnedResponses responses = majority_with_a_decoy();
  FloatBoost boost(Ensemble({responses, 32}), kWrongSigns);
  for (int round = 0; round < 3; ++round) EXPECT_THAT(boost.step().removed, IsEmpty());
  ASSERT_EQ(boost.ensemble().weak().front().feature, 0u);
  ASSERT_GT(boost.min_error()[2], 0);

  const FloatBoostRound round = boost.step();
  EXPECT_THAT(round.removed, ElementsAre(0));
  EXPECT_EQ(round.size, 3u);
  EXPECT_EQ(round.error, 0);
  EXPECT_EQ(boost.min_error()[2], 0);
  for (const LookupTable& classifier : boost.ensemble().weak()) EXPECT_NE(classifier.feature, 0u);
}

TEST(FloatBoost, RemovesNoMoreThanItMay) {
  const BinnedResponses responses = majority_with_a_decoy();
  FloatBoost boost(Ensemble({responses, 32}), never_looking_back(kWrongSigns));
  for (int round = 0; round < 4; ++round) EXPECT_THAT(boost.step().removed, IsEmpty());
  EXPECT_EQ(boost.ensemble().size(), 4u);
}

class FloatBoostOnARing : public testing::Test {
 protected:
  static constexpr std::size_t kSamples = 600, kPositives = 250;
  const BinnedResponses responses_ = test::disc_in_ring(36, kSamples, kPositives, 16, 1);
  const LabeledResponses samples_{responses_, kPositives};

  FloatBoost boost(const FloatBoostOptions& options = kFalseAlarms) const {
    return FloatBoost(Ensemble(samples_), options);
  }
};

double false_alarms(const Ensemble& ensemble) {
  return false_alarm_at(kDetectionRate, ensemble.positive_scores(), ensemble.negative_scores());
}

TEST_F(FloatBoostOnARing, RemovesOnlyWhereTheLeastErrorOfASizeFalls) {
  FloatBoost floating = boost();
  std::size_t removals = 0;
  for (int round = 0; round < 60; ++round) {
    const std::vector<double> before(floating.min_error().begin(), floating.min_error().end());
    const std::size_t size_before = floating.ensemble().size();
    const FloatBoostRound report = floating.step();
    removals += report.removed.size();
    ASSERT_EQ(report.size, size_before + 1 - report.removed.size());
    // Each removal shrinks the ensemble to a size whose least error it lowers.
    for (std::size_t size = report.size; size <= size_before && size <= before.size(); ++size) {
      if (report.removed.empty()) break;
      ASSERT_LT(floating.min_error()[size - 1], before[size - 1]) << "round " << round << ", size " << size;
    }
    for (std::size_t size = 1; size <= before.size(); ++size) {
      ASSERT_LE(floating.min_error()[size - 1], before[size - 1]);
    }
  }
  EXPECT_GT(removals, 0u);
}

TEST_F(FloatBoostOnARing, ReportsTheErrorOfTheEnsembleItLeaves) {
  FloatBoost floating = boost();
  for (int round = 0; round < 60; ++round) {
    const FloatBoostRound report = floating.step();
    ASSERT_EQ(report.error, false_alarms(floating.ensemble())) << "round " << round;
    ASSERT_EQ(report.loss, floating.ensemble().loss());
    ASSERT_EQ(report.size, floating.ensemble().size());
    const double min = floating.min_error()[report.size - 1];
    ASSERT_LE(min, report.error);
    ASSERT_TRUE(report.removed.empty() || min == report.error);
  }
}

TEST_F(FloatBoostOnARing, IsRealBoostWhenItMayNotLookBack) {
  FloatBoost floating = boost(never_looking_back(kFalseAlarms));
  Ensemble real(samples_);
  for (int round = 0; round < 15; ++round) {
    floating.step();
    real_boost_step(real, {});
  }
  EXPECT_THAT(floating.ensemble().weak(), ElementsAreArray(real.weak()));
  EXPECT_THAT(floating.ensemble().scores(), ElementsAreArray(real.scores()));
}

/// The fewest weak classifiers of any round with at most this error, or no answer within 80 rounds.
std::size_t weak_to_reach(double error, FloatBoost boost) {
  std::size_t fewest = SIZE_MAX;
  for (int round = 0; round < 80; ++round) {
    const FloatBoostRound report = boost.step();
    if (report.error <= error) fewest = std::min(fewest, report.size);
  }
  return fewest;
}

TEST_F(FloatBoostOnARing, NeedsNoMoreWeakClassifiersThanRealBoost) {
  const FloatBoostOptions real = never_looking_back(kFalseAlarms);
  for (const double error : {0.2, 0.12, 0.08}) {
    const std::size_t by_real = weak_to_reach(error, boost(real)), by_float = weak_to_reach(error, boost());
    ASSERT_NE(by_real, SIZE_MAX) << error;
    EXPECT_LE(by_float, by_real) << error;
  }
}

void expect_same(const FloatBoost& a, const FloatBoost& b) {
  EXPECT_THAT(a.ensemble().weak(), ElementsAreArray(b.ensemble().weak()));
  EXPECT_THAT(a.ensemble().scores(), ElementsAreArray(b.ensemble().scores()));
  EXPECT_THAT(a.min_error(), ElementsAreArray(b.min_error()));
}

/// Looking back in plain words: all samples are scored without each weak classifier in turn.
std::vector<std::size_t> plainly_removed(Ensemble& ensemble, const ErrorMeasure& error,
                                         std::vector<double>& min_error) {
  min_error.resize(std::max(min_error.size(), ensemble.size()), HUGE_VAL);
  double& min = min_error[ensemble.size() - 1];
  min = std::min(min, error(ensemble.positive_scores(), ensemble.negative_scores()));
  std::vector<std::size_t> removed;
  while (ensemble.size() > 1) {
    std::vector<double> errors;
    for (std::size_t m = 0; m < ensemble.size(); ++m) {
      std::vector<float> without(ensemble.scores().begin(), ensemble.scores().end());
      for (std::size_t i = 0; i < without.size(); ++i) without[i] -= ensemble.votes(m)[i];
      const std::size_t positives = ensemble.samples().positives;
      errors.push_back(
          error(std::span(without).first(positives), std::span<const float>(without).subspan(positives)));
    }
    const auto best = std::min_element(errors.begin(), errors.end());
    if (*best >= min_error[ensemble.size() - 2]) break;
    removed.push_back(static_cast<std::size_t>(best - errors.begin()));
    ensemble.remove(removed.back());
    min_error[ensemble.size() - 1] = *best;
  }
  return removed;
}

TEST_F(FloatBoostOnARing, RemovesWhatAPlainLookAtEverySampleRemoves) {
  Ensemble first(samples_);
  for (int round = 0; round < 3; ++round) real_boost_step(first, {});
  const std::vector<float> zeros(kSamples, 0.0f), later(first.scores().begin(), first.scores().end());
  std::size_t removals = 0;
  for (const ErrorMeasure& error :
       {false_alarms_at_detection(0.5), false_alarms_at_detection(0.95), false_alarms_at_detection(1),
        weighted_errors(0.5, 0.5), weighted_errors(3, 1)}) {
    for (const std::vector<float>& start : {zeros, later}) {
      FloatBoost floating(Ensemble(samples_, start), working_against(error));
      Ensemble plain(samples_, start);
      std::vector<double> min_error;
      for (int round = 0; round < 60; ++round) {
        const FloatBoostRound report = floating.step();
        real_boost_step(plain, {});
        ASSERT_EQ(report.added, plain.weak().back()) << "round " << round;
        ASSERT_THAT(report.removed, ElementsAreArray(plainly_removed(plain, error, min_error)))
            << "round " << round;
        ASSERT_THAT(floating.min_error(), ElementsAreArray(min_error)) << "round " << round;
        removals += report.removed.size();
      }
    }
  }
  EXPECT_GT(removals, 50u);
}

TEST_F(FloatBoostOnARing, GoesOnFromAnyRoundAsIfNeverInterrupted) {
  FloatBoost whole = boost();
  std::vector<FloatBoost> resumed;
  for (int round = 0; round < 25; ++round) {
    resumed.push_back(boost());
    resumed.back().restore(whole.ensemble().weak(), whole.min_error());
    whole.step();
    for (FloatBoost& other : resumed) other.step();
  }
  for (const FloatBoost& other : resumed) expect_same(other, whole);
}

TEST_F(FloatBoostOnARing, IsTheSameForAnyNumberOfThreads) {
  const auto train = [&] {
    FloatBoost floating = boost();
    for (int round = 0; round < 30; ++round) floating.step();
    return floating;
  };
  expect_same(test::with_threads(1, train), test::with_threads(2, train));
}

TEST_F(FloatBoostOnARing, GoesOnFromTheScoresOfEarlierStages) {
  Ensemble first(samples_);
  for (int round = 0; round < 5; ++round) real_boost_step(first, {});
  const std::vector<float> start(first.scores().begin(), first.scores().end());
  FloatBoost second(Ensemble(samples_, start), kFalseAlarms);
  for (int round = 0; round < 20; ++round) second.step();
  EXPECT_LT(false_alarms(second.ensemble()), false_alarms(first));
}

}  // namespace
}  // namespace ocelli::internal::float_boost_test
