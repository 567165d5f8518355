#include "ocelli/baselines/multi_boost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "boosting/stump_ground.hpp"

namespace ocelli::internal::baselines::multi_boost_test {
namespace {

MultiBoostOptions options(std::size_t rounds) {
  MultiBoostOptions options;
  options.generation.rounds = rounds;
  return options;
}

TEST(MultiBoost, AddsOneStumpARoundThatAllClassesMayUse) {
  const Samples samples = test::clouds(200, 4, 3, 1);
  const StumpBoostState state = multi_boost({samples, 200}, options(6));
  ASSERT_EQ(state.votes.size(), 24u);
  for (std::size_t v = 0; v < state.votes.size(); ++v) {
    EXPECT_EQ(state.votes[v].stump, state.votes[v / 4 * 4].stump);
    EXPECT_EQ(state.votes[v].sign, state.votes[v / 4 * 4].sign);
    EXPECT_EQ(state.votes[v].target, v % 4);
    EXPECT_GE(state.votes[v].weight, 0);
  }
}

TEST(MultiBoost, TakesTheLargestEdgeOfAllClasses) {
  const Samples samples = test::clouds(200, 4, 3, 2);
  const SortedInputs inputs(samples, 200);
  PairWeights mu(samples.labels, 4);
  mu.assign(ScoreTable(4, 200));
  const std::vector<StumpEdge> each = best_stumps(inputs, mu.targets());
  const std::vector<ProposedStump> proposed = stump_for_all_classes(inputs, mu.targets());
  ASSERT_EQ(proposed.size(), 1u);
  EXPECT_EQ(proposed[0].labels, (std::vector<std::uint16_t>{0, 1, 2, 3}));
  for (const StumpEdge& one : each) EXPECT_LE(std::abs(one.edge), std::abs(proposed[0].best.edge));
}

TEST(MultiBoost, NeverRaisesTheObjectiveAndLearns) {
  const Samples samples = test::clouds(200, 4, 5, 3);
  const StumpBoostState state = multi_boost({samples, 200}, options(40));
  for (std::size_t r = 1; r < state.rounds.size(); ++r) {
    EXPECT_LE(state.rounds[r].objective, state.rounds[r - 1].objective * (1 + 1e-9));
  }
  EXPECT_LT(state.rounds.back().training_errors, state.rounds.front().training_errors / 4);
}

TEST(MultiBoost, GoesOnFromAnyRoundBitForBit) {
  const Samples samples = test::clouds(150, 3, 4, 4);
  const StumpBoostState whole = multi_boost({samples, 150}, options(12));
  const StumpBoostState rest =
      multi_boost({samples, 150}, options(12), multi_boost({samples, 150}, options(5)));
  EXPECT_EQ(rest.rounds, whole.rounds);
  EXPECT_EQ(rest.votes, whole.votes);
}

}  // namespace
}  // namespace ocelli::internal::baselines::multi_boost_test
