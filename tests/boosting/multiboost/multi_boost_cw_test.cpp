#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"

namespace ocelli::internal::multi_boost_cw_test {
namespace {

using test::clouds;

MultiBoostCwOptions options(std::size_t rounds, int passes = 2) {
  MultiBoostCwOptions options;
  options.generation.rounds = rounds;
  options.descent.passes = passes;
  return options;
}

StumpBoostState boost(const Samples& samples, const MultiBoostCwOptions& options) {
  return multi_boost_cw({samples, samples.count()}, options);
}

int answer(const Samples& samples, const SortedInputs& inputs, const StumpVote& vote, std::size_t i) {
  const ThresholdStump stump = inputs.stump(vote.stump);
  return samples.row(i)[stump.input] >= stump.threshold ? vote.sign : -vote.sign;
}

/// F_c(x_i) by plain loops over the votes.
std::vector<std::vector<double>> plain_scores(const Samples& samples, std::span<const StumpVote> votes) {
  const SortedInputs inputs(samples, samples.count());
  std::vector<std::vector<double>> scores(samples.classes.size(), std::vector<double>(samples.count()));
  for (const StumpVote& vote : votes) {
    for (std::size_t i = 0; i < samples.count(); ++i) {
      scores[vote.target][i] += vote.weight * answer(samples, inputs, vote, i);
    }
  }
  return scores;
}

/// The left side of the dual constraint (3b) for a stump: sum over pairs of lambda * delta h, to be at most 1
/// at the optimum.
double dual_edge(const Samples& samples, std::span<const StumpVote> votes, const StumpVote& stump, double c) {
  const SortedInputs inputs(samples, samples.count());
  const auto scores = plain_scores(samples, votes);
  const std::size_t classes = samples.classes.size();
  const double p = static_cast<double>(samples.count() * (classes - 1));
  double sum = 0;
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const std::size_t own = samples.labels[i];
    for (std::size_t y = 0; y < classes; ++y) {
      if (y == own) continue;
      const double lambda = c / p * std::exp(scores[y][i] - scores[own][i]);  // eq. 5
      const int h = answer(samples, inputs, stump, i);
      if (stump.target == own) sum += lambda * h;
      if (stump.target == y) sum -= lambda * h;
    }
  }
  return sum;
}

TEST(MultiBoostCw, NeverRaisesTheObjectiveFromRoundToRound) {
  for (const int passes : {1, 2, 20}) {
    const StumpBoostState state = boost(clouds(300, 4, 5, 1), options(40, passes));
    for (std::size_t r = 1; r < state.rounds.size(); ++r) {
      EXPECT_LE(state.rounds[r].objective, state.rounds[r - 1].objective * (1 + 1e-9));
    }
  }
}

TEST(MultiBoostCw, AddsAStumpForEachClassInEveryRound) {
  const StumpBoostState state = boost(clouds(300, 4, 5, 2), options(7));
  ASSERT_EQ(state.votes.size(), 28u);
  for (std::size_t v = 0; v < state.votes.size(); ++v) EXPECT_EQ(state.votes[v].target, v % 4);
}

TEST(MultiBoostCw, AddsStumpsThatViolateTheDualConstraintAndSolvesUntilTheyDoNot) {
  const Samples samples = clouds(200, 3, 4, 3);
  MultiBoostCwOptions exact = options(5, 10'000);
  exact.descent.tolerance = 1e-5;
  const StumpBoostState state = boost(samples, exact);
  const double c = exact.generation.c;
  const std::size_t known = state.votes.size() - 3;
  MultiBoostCwOptions shorter = exact;
  shorter.generation.rounds = 4;
  const StumpBoostState before = boost(samples, shorter);
  ASSERT_EQ(before.votes.size(), known);
  for (std::size_t v = known; v < state.votes.size(); ++v) {
    EXPECT_GT(dual_edge(samples, before.votes, state.votes[v], c), 1);
    EXPECT_LE(dual_edge(samples, state.votes, state.votes[v], c), 1 + 2e-5);
  }
  for (const StumpVote& vote : state.votes) EXPECT_LE(dual_edge(samples, state.votes, vote, c), 1 + 2e-5);
}

TEST(MultiBoostCw, ChoosesForEachClassTheStumpWithTheLargestEdge) {
  const Samples samples = clouds(120, 3, 3, 4);
  const StumpBoostState state = boost(samples, options(2));
  const std::span<const StumpVote> votes = state.votes;
  StumpBoostState first = boost(samples, options(1));
  const SortedInputs inputs(samples, samples.count());
  for (std::size_t c = 0; c < 3; ++c) {
    double best = 0;
    for (std::size_t input = 0; input < 3; ++input) {
      for (std::size_t t = 0; t + 1 < samples.count(); ++t) {
        if (!inputs.order(input)[t].ends_value) continue;
        const StumpVote stump{SortedInputs::name(input, t + 1), 1, static_cast<std::uint32_t>(c), 0, 0};
        best = std::max(best, std::abs(dual_edge(samples, first.votes, stump, 1e4)));
      }
    }
    EXPECT_NEAR(dual_edge(samples, first.votes, votes[3 + c], 1e4), best, 1e-5 * best);
  }
}

/// Boosting stage by stage, by plain loops: weights once given stay.
TEST(MultiBoostCw, WithOnePassIsStageWiseBoosting) {
  const Samples samples = clouds(150, 3, 4, 5);
  MultiBoostCwOptions stages = stage_wise();
  stages.generation.rounds = 12;
  const StumpBoostState state = boost(samples, stages);
  const SortedInputs inputs(samples, samples.count());
  const double factor = stages.generation.c / (150.0 * 2);
  std::vector<std::vector<double>> scores(3, std::vector<double>(150));
  for (const StumpVote& vote : state.votes) {
    double v_plus = 0, v_minus = 0;
    for (std::size_t i = 0; i < 150; ++i) {
      const std::size_t own = samples.labels[i];
      const int h = answer(samples, inputs, vote, i);
      for (std::size_t y = 0; y < 3; ++y) {
        if (y == own || (vote.target != own && vote.target != y)) continue;
        const int difference = vote.target == own ? h : -h;
        (difference > 0 ? v_plus : v_minus) += std::exp(scores[y][i] - scores[own][i]);
      }
    }
    const double weight = best_weight(v_plus, v_minus, factor);
    EXPECT_NEAR(vote.weight, weight, 1e-7 * (1 + weight));
    for (std::size_t i = 0; i < 150; ++i) {
      scores[vote.target][i] += vote.weight * answer(samples, inputs, vote, i);
    }
  }
}

TEST(MultiBoostCw, CountsErrorsOfBothParts) {
  const Samples samples = clouds(300, 3, 4, 6);
  const StumpBoostState state = multi_boost_cw({samples, 200}, options(10));
  const SortedInputs inputs(samples, 200);
  std::size_t errors[2] = {};
  for (std::size_t i = 0; i < samples.count(); ++i) {
    std::vector<double> scores(3);
    for (const StumpVote& vote : state.votes) {
      scores[vote.target] += vote.weight * answer(samples, inputs, vote, i);
    }
    const auto best = std::ranges::max_element(scores) - scores.begin();
    if (best != samples.labels[i]) ++errors[i < 200 ? 0 : 1];
  }
  EXPECT_EQ(state.rounds.back().training_errors, errors[0]);
  EXPECT_EQ(state.rounds.back().validation_errors, errors[1]);
  EXPECT_LT(errors[0], 60u);
}

TEST(MultiBoostCw, GoesOnFromAnyRoundBitForBit) {
  const Samples samples = clouds(300, 4, 5, 7);
  const StumpBoostState whole = boost(samples, options(15));
  for (const std::size_t rounds : {1u, 7u, 14u}) {
    const StumpBoostState part = boost(samples, options(rounds));
    const StumpBoostState rest = multi_boost_cw({samples, samples.count()}, options(15), part);
    EXPECT_EQ(rest.rounds, whole.rounds);
    EXPECT_EQ(rest.votes, whole.votes);
  }
}

TEST(MultiBoostCw, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = clouds(300, 4, 5, 8);
  const auto votes = [&](int threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return boost(samples, options(10)).votes;
  };
  EXPECT_EQ(votes(1), votes(4));
}

TEST(MultiBoostCw, EndsWhenNoStumpIsOfUse) {
  Samples samples = clouds(60, 2, 1, 9);
  samples.values.setConstant(1);
  EXPECT_TRUE(boost(samples, options(10)).rounds.empty());

  MultiBoostCwOptions exact = options(10'000, 10'000);
  exact.generation.c = 100;
  exact.descent.tolerance = 1e-4;
  const StumpBoostState state = boost(clouds(60, 2, 1, 9), exact);
  EXPECT_LT(state.rounds.size(), 200u);
  EXPECT_GT(state.rounds.size(), 2u);
}

TEST(MultiBoostCw, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const Samples samples = clouds(60, 2, 2, 10);
  test::expect_error(
      [&] {
        multi_boost_cw({samples, 60}, options(5), {}, {}, stop.get_token());
      },
      Kind::canceled, "stopped");
}

TEST(MultiBoostCw, RefusesToGoOnFromVotesOfOtherSamples) {
  const Samples samples = clouds(60, 2, 2, 11);
  StumpBoostState foreign;
  foreign.rounds.push_back({});
  foreign.votes.push_back({SortedInputs::name(2, 5), 1, 0, 0.5, 0});  // there are two inputs
  test::expect_error(
      [&] {
        multi_boost_cw({samples, 60}, options(5), foreign);
      },
      Kind::training, "do not match these samples");
}

TEST(ColumnGenerationOptions, RefuseWhatMakesNoSense) {
  test::expect_error([] { ColumnGenerationOptions{0, 1, 0}.validate(); }, Kind::usage, "--rounds");
  test::expect_error([] { ColumnGenerationOptions{1, 0, 0}.validate(); }, Kind::usage, "--c");
  test::expect_error([] { ColumnGenerationOptions{1, 1, -1}.validate(); }, Kind::usage, "--threshold");
}

}  // namespace
}  // namespace ocelli::internal::multi_boost_cw_test
