#include "ocelli/baselines/joint_boost.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/baselines/joint_stump.hpp"

namespace ocelli::internal::baselines::joint_boost_test {
namespace {

/// Normal values; each class has its own mean.
Samples clouds(std::size_t count, std::size_t classes) {
  Samples samples = test::random_samples(count, 4, classes, 1);
  for (std::size_t i = 0; i < count; ++i) {
    auto row = samples.values.row(static_cast<Eigen::Index>(i));
    row[samples.labels[i] % 4] += 1.5f;
    if (samples.labels[i] >= 4) row[0] -= 2;
  }
  return samples;
}

JointBoostOptions with_rounds(std::size_t rounds) {
  JointBoostOptions options;
  options.stages.rounds = rounds;
  return options;
}

/// Scores of all classes of a sample, as the votes define them.
std::vector<double> plain_scores(const StumpSamples& parts, std::size_t sample,
                                 std::span<const StumpVote> votes) {
  const Samples& samples = parts.samples;
  const SortedInputs inputs(samples, parts.training);
  std::vector<double> scores(samples.classes.size());
  for (const StumpVote& vote : votes) {
    const ThresholdStump test = inputs.stump(vote.stump);
    const double answer = samples.row(sample)[test.input] >= test.threshold ? 1 : -1;
    scores[vote.target] += vote.sign * vote.weight * answer + vote.offset;
  }
  return scores;
}

// At first all weights are 1 and all scores 0, so the first round must add what best_first() finds.
TEST(JointBoost, AddsTheBestOfTheNestedStumps) {
  const Samples samples = clouds(200, 5);
  TargetWeights weights(200, 5);
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t c = 0; c < 5; ++c) weights.of(i)[c] = samples.labels[i] == c ? 1 : -1;
  }
  const auto nested = best_first({SortedInputs(samples, 200), weights, 256});
  const JointStump best = *std::ranges::min_element(nested, {}, &JointStump::error);
  const StumpBoostState state = joint_boost({samples, 200}, with_rounds(1));
  ASSERT_EQ(state.votes.size(), 5u);
  for (const StumpVote& vote : state.votes) {
    EXPECT_EQ(vote.stump, best.stump);
    const bool shares = std::ranges::binary_search(best.classes, vote.target);
    EXPECT_DOUBLE_EQ(vote.offset + vote.weight, shares ? best.above : best.constants[vote.target]);
    EXPECT_DOUBLE_EQ(vote.offset - vote.weight, shares ? best.below : best.constants[vote.target]);
  }
}

TEST(JointBoost, LowersTheExponentialLossInEveryRound) {
  const Samples samples = clouds(300, 5);
  const StumpBoostState state = joint_boost({samples, 250}, with_rounds(30));
  double last = 1;
  for (const StumpRound& round : state.rounds) {
    EXPECT_LT(round.objective, last);
    last = round.objective;
  }
  double loss = 0;
  for (std::size_t i = 0; i < 250; ++i) {
    const auto scores = plain_scores({samples, 250}, i, state.votes);
    for (std::size_t c = 0; c < 5; ++c) loss += std::exp(samples.labels[i] == c ? -scores[c] : scores[c]);
  }
  EXPECT_NEAR(loss / (250 * 5), last, 1e-5);
}

TEST(JointBoost, CountsTheErrorsOfItsSumsOverBothParts) {
  const Samples samples = clouds(300, 5);
  const StumpBoostState state = joint_boost({samples, 200}, with_rounds(15));
  std::size_t training = 0, validation = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    const auto scores = plain_scores({samples, 200}, i, state.votes);
    const bool wrong = std::ranges::max_element(scores) - scores.begin() != samples.labels[i];
    (i < 200 ? training : validation) += wrong ? 1 : 0;
  }
  EXPECT_EQ(state.rounds.back().training_errors, training);
  EXPECT_EQ(state.rounds.back().validation_errors, validation);
  EXPECT_LT(training, 80u);
}

TEST(JointBoost, SharesStumpsBetweenClasses) {
  const StumpBoostState state = joint_boost({clouds(400, 6), 400}, with_rounds(20));
  std::size_t shared = 0;
  for (std::size_t r = 0; r < 20; ++r) {
    const auto votes = std::span(state.votes).subspan(6 * r, 6);
    const auto sharing = std::ranges::count_if(votes, [](const StumpVote& v) { return v.weight != 0; });
    EXPECT_GE(sharing, 1);
    shared += sharing > 1 ? 1 : 0;
  }
  EXPECT_GT(shared, 3u);
}

TEST(JointBoost, GoesOnFromAStateAndIsTheSameForAnyNumberOfThreads) {
  const Samples samples = clouds(300, 4);
  const StumpSamples parts{samples, 250};
  const auto whole = [&] { return joint_boost(parts, with_rounds(8)); };
  const StumpBoostState one = test::with_threads(1, whole), several = test::with_threads(3, whole);
  EXPECT_EQ(one.votes, several.votes);
  const StumpBoostState resumed = joint_boost(parts, with_rounds(8), joint_boost(parts, with_rounds(3)));
  EXPECT_EQ(one.votes, resumed.votes);
  EXPECT_EQ(one.rounds, resumed.rounds);
}

TEST(JointBoost, EndsWhereNothingTellsSamplesApart) {
  Samples samples = clouds(50, 3);
  samples.values.setConstant(1);
  EXPECT_TRUE(joint_boost({samples, 50}, with_rounds(5)).rounds.empty());
}

TEST(JointBoostOptions, AreRefusedWhereTheyMakeNoSense) {
  JointBoostOptions options;
  options.thresholds = 0;
  EXPECT_EQ(test::error_of([&] { options.validate(); }).where(), "--thresholds");
  EXPECT_EQ(test::error_of([&] { with_rounds(0).validate(); }).where(), "--rounds");
}

}  // namespace
}  // namespace ocelli::internal::baselines::joint_boost_test
