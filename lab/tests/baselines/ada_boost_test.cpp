#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <functional>
#include <set>

#include "boosting/line_samples.hpp"
#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"
#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"

namespace ocelli::internal::baselines::ada_boost_test {
namespace {

using test::on_a_line;

using Algorithm = std::function<StumpBoostState(const Samples&, std::size_t rounds, StumpBoostState)>;

struct Named {
  const char* name;
  Algorithm boost;
};

std::vector<Named> algorithms() {
  return {{"MH",
           [](const Samples& samples, std::size_t rounds, StumpBoostState state) {
             return ada_boost_mh({samples, samples.count()}, {{rounds}}, std::move(state));
           }},
          {"ECC",
           [](const Samples& samples, std::size_t rounds, StumpBoostState state) {
             return ada_boost_ecc({samples, samples.count()}, {{rounds}, 7}, std::move(state));
           }},
          {"MO", [](const Samples& samples, std::size_t rounds, StumpBoostState state) {
             return ada_boost_mo({samples, samples.count()}, {{rounds}, 0, 7}, std::move(state));
           }}};
}

TEST(AdaBoosts, LowerTheirLossInEveryRoundAndLearn) {
  const Samples samples = test::clouds(300, 4, 5, 1);
  for (const auto& [name, boost] : algorithms()) {
    const StumpBoostState state = boost(samples, 60, {});
    for (std::size_t r = 1; r < state.rounds.size(); ++r) {
      EXPECT_LT(state.rounds[r].objective, state.rounds[r - 1].objective) << name;
    }
    EXPECT_LT(state.rounds.back().training_errors, 60u) << name;
  }
}

TEST(AdaBoosts, GoOnFromAnyRoundBitForBit) {
  const Samples samples = test::clouds(200, 3, 4, 2);
  for (const auto& [name, boost] : algorithms()) {
    const StumpBoostState whole = boost(samples, 12, {}), rest = boost(samples, 12, boost(samples, 5, {}));
    EXPECT_EQ(rest.votes, whole.votes) << name;
    EXPECT_EQ(rest.rounds, whole.rounds) << name;
  }
}

TEST(AdaBoosts, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = test::clouds(200, 3, 6, 3);
  for (const auto& [name, boost] : algorithms()) {
    const auto votes = [&, &run = boost](int threads) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      return run(samples, 10, {}).votes;
    };
    EXPECT_EQ(votes(1), votes(4)) << name;
  }
}

TEST(AdaBoosts, EndWhenNoStumpIsOfUse) {
  for (const auto& [name, boost] : algorithms()) {
    EXPECT_TRUE(boost(on_a_line({1, 1, 1, 1}, {0, 1, 0, 1}, 2), 5, {}).rounds.empty()) << name;
  }
}

TEST(AdaBoosts, StayFiniteWhenWeightsAreTooSmallForAFloat) {
  const Samples samples = on_a_line({0, 1, 2, 3, 4, 5}, {0, 0, 1, 1, 2, 2}, 3);
  for (const auto& [name, boost] : algorithms()) {
    const StumpBoostState state = boost(samples, 2000, {});
    for (const StumpVote& vote : state.votes) {
      ASSERT_TRUE(std::isfinite(vote.weight) && std::isfinite(vote.offset)) << name;
    }
    EXPECT_EQ(state.rounds.back().training_errors, 0u) << name;
  }
}

// Four samples at 0, 1, 2, 3 of the classes 0, 0, 1, 0. All 8 weights are 1. The threshold 1.5 is right for
// samples 0, 1 and 2 in both classes and wrong for sample 3: 6 right, 2 wrong. The thresholds 0.5 and 2.5
// have edges of 0. So alpha is 1/2 ln((6 + 1) / (2 + 1)), with 1/8 of 8 smoothing both.
TEST(AdaBoostMh, WeighsAStumpAsByHand) {
  const Samples samples = on_a_line({0, 1, 2, 3}, {0, 0, 1, 0}, 2);
  const StumpBoostState state = ada_boost_mh({samples, 4}, {{1}});
  ASSERT_EQ(state.votes.size(), 2u);
  const double alpha = 0.5 * std::log(7.0 / 3);
  EXPECT_EQ(SortedInputs::below_of(state.votes[0].stump), 2u);
  EXPECT_NEAR(state.votes[0].weight, -alpha, 1e-6);  // class 0 lies below
  EXPECT_NEAR(state.votes[1].weight, alpha, 1e-6);
  EXPECT_NEAR(state.rounds[0].objective, (6 * std::exp(-alpha) + 2 * std::exp(alpha)) / 8, 1e-6);
  EXPECT_EQ(state.rounds[0].training_errors, 1u);
}

// The same samples with two classes, which any coloring separates. Weights are 1 each. Alpha of the answer
// above the threshold is half the logarithm of (1 + 1) / (1 + 1), for the classes of samples 2 and 3; below
// it, of (2 + 1/2) / (0 + 1/2).
TEST(AdaBoostEcc, WeighsBothAnswersAsByHand) {
  const Samples samples = on_a_line({0, 1, 2, 3}, {0, 0, 1, 0}, 2);
  const StumpBoostState state = ada_boost_ecc({samples, 4}, {{1}, 3});
  ASSERT_EQ(state.votes.size(), 2u);
  const double above = 0, below = 0.5 * std::log(2.5 / 0.5);
  const StumpVote& vote = state.votes[1];
  const double at_or_above = vote.weight * vote.sign + vote.offset;
  const double under = -vote.weight * vote.sign + vote.offset;
  EXPECT_NEAR(at_or_above, above, 1e-6);
  EXPECT_NEAR(under, -below, 1e-6);  // class 1 does not lie below
  EXPECT_NEAR(state.votes[0].weight, -vote.weight, 1e-12);
  EXPECT_NEAR(state.votes[0].offset, -vote.offset, 1e-12);
}

// With one column, AdaBoost.MO is two-class AdaBoost: 3 right and 1 wrong of 4, each plus 1/4 of 4.
TEST(AdaBoostMo, WithOneColumnIsAdaBoost) {
  const Samples samples = on_a_line({0, 1, 2, 3}, {0, 0, 1, 0}, 2);
  const AdaBoostMoOptions options{{1}, 1, 1};
  const StumpBoostState state = ada_boost_mo({samples, 4}, options);
  ASSERT_EQ(state.votes.size(), 1u);
  EXPECT_NEAR(state.votes[0].weight, 0.5 * std::log(4.0 / 2), 1e-6);
  const std::vector<StumpVote> of_classes = options.class_votes(state.votes, 2);
  ASSERT_EQ(of_classes.size(), 2u);
  EXPECT_NEAR(of_classes[0].weight, -of_classes[1].weight, 1e-12);
  EXPECT_EQ(state.rounds[0].training_errors, 1u);
}

TEST(AdaBoostMo, HasOneStumpForEachColumnARound) {
  const Samples samples = test::clouds(200, 4, 5, 4);
  const StumpBoostState state = ada_boost_mo({samples, 200}, {{3}, 6, 1});
  ASSERT_EQ(state.votes.size(), 18u);
  for (std::size_t v = 0; v < 18; ++v) EXPECT_EQ(state.votes[v].target, v % 6);
  EXPECT_EQ(state.votes[0].weight, state.votes[5].weight);
}

TEST(OutputCode, HasNoColumnTwiceNorAnyThatTellsNothing) {
  const OutputCode code(5, 15, 1);  // all that there are: 2^4 - 1
  std::set<std::vector<int>> columns;
  for (std::size_t l = 0; l < code.columns(); ++l) {
    std::vector<int> column;
    for (std::size_t c = 0; c < 5; ++c) column.push_back(code.at(c, l));
    EXPECT_NE(std::set(column.begin(), column.end()).size(), 1u);
    columns.insert(column);
  }
  EXPECT_EQ(columns.size(), 15u);
  EXPECT_EQ(code.distance(), 8u);  // of the exhaustive code: 2^(5-2)
}

TEST(OutputCode, IsAsLongAsDenseRandomCodesAre) {
  EXPECT_EQ(OutputCode::default_columns(2), 1u);
  EXPECT_EQ(OutputCode::default_columns(4), 7u);
  EXPECT_EQ(OutputCode::default_columns(10), 34u);
  EXPECT_EQ(OutputCode::default_columns(100), 67u);
}

TEST(AdaBoostMoOptions, RefuseACodeWithoutEnd) {
  test::expect_error([] { AdaBoostMoOptions{{1}, 5000, 1}.validate(); }, Kind::usage, "--code-length");
}

}  // namespace
}  // namespace ocelli::internal::baselines::ada_boost_test
