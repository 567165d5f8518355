#include "ocelli/baselines/ada_boost_trees.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "boosting/stump_ground.hpp"
#include "boosting/tree_ground.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::baselines::ada_boost_trees_test {
namespace {

TreeBoostState mo(const Samples& samples, const AdaBoostMoTreesOptions& options, TreeBoostState state = {}) {
  return ada_boost_mo_trees({samples, samples.count()}, options, std::move(state));
}

TreeBoostState ecc(const Samples& samples, const AdaBoostEccTreesOptions& options,
                   TreeBoostState state = {}) {
  return ada_boost_ecc_trees({samples, samples.count()}, options, std::move(state));
}

TreeBoostOptions plain(std::size_t rounds, double shrinkage, std::size_t leaves) {
  return {.rounds = rounds, .shrinkage = shrinkage, .shape = {.leaves = leaves, .pairs = 0}};
}

/// With two classes there is a single coloring, and both are AdaBoost.MH, where the half weights of the two
/// classes sum to one.
TEST(AdaBoostTrees, OfTwoClassesVoteAsAdaBoostMhDoes) {
  const Samples samples = test::clouds(120, 2, 3, 1);
  const TreeBoostOptions options = plain(8, 0.5, 4);
  const TreeBoostState mh = boost_trees({samples, samples.count()}, options);
  for (const TreeBoostState& other : {mo(samples, {options, 1}), ecc(samples, {options})}) {
    ASSERT_EQ(other.trees.size(), mh.trees.size());
    for (std::size_t t = 0; t < mh.trees.size(); ++t) {
      EXPECT_EQ(other.trees[t].branches.size(), mh.trees[t].branches.size());
      EXPECT_EQ(other.trees[t].branches.front().threshold, mh.trees[t].branches.front().threshold);
    }
    EXPECT_NEAR(other.rounds.back().objective, mh.rounds.back().objective, 0.02);
    EXPECT_EQ(other.rounds.back().training_errors, mh.rounds.back().training_errors);
  }
}

/// Four samples of two classes at 0, 1, 2, 3; only the third is of the other class. A split at 1.5 has
/// weights of 2 and 0 below.
TEST(AdaBoostTrees, VoteForTheirCodeAsByHand) {
  const Samples samples = test::on_a_line({0, 1, 2, 3}, {0, 0, 1, 0}, 2);
  const double vote = 0.5 * 0.5 * std::log(2.001 / 0.001);
  for (const TreeBoostState& state : {mo(samples, {plain(1, 0.5, 2), 1}), ecc(samples, {plain(1, 0.5, 2)})}) {
    ASSERT_EQ(state.trees.size(), 1u);
    EXPECT_EQ(state.trees[0].branches[0].threshold, 1.5F);
    const std::vector<float>& votes = state.trees[0].votes;
    ASSERT_EQ(votes.size(), 4u);
    EXPECT_NEAR(votes[0], vote, 1e-5);
    EXPECT_NEAR(votes[1], -vote, 1e-5);
    EXPECT_NEAR(votes[2], 0, 1e-5);
    EXPECT_NEAR(state.rounds[0].objective, 0.5 * std::exp(-vote) + 0.5, 1e-5);
  }
}

TEST(AdaBoostTrees, NeverRaiseTheirObjectiveAndLearn) {
  const Samples samples = test::clouds(300, 5, 4, 1);
  for (const double shrinkage : {0.1, 1.0}) {
    for (const TreeBoostState& state :
         {mo(samples, {plain(80, shrinkage, 6)}), ecc(samples, {plain(80, shrinkage, 6)})}) {
      ASSERT_EQ(state.rounds.size(), 80u);
      EXPECT_LT(state.rounds[0].objective, 1);
      for (std::size_t r = 1; r < state.rounds.size(); ++r)
        EXPECT_LE(state.rounds[r].objective, state.rounds[r - 1].objective * (1 + 1e-6));
    }
  }
  EXPECT_EQ(mo(samples, {plain(60, 0.3, 16)}).rounds.back().training_errors, 0u);
  EXPECT_EQ(ecc(samples, {plain(120, 0.3, 16)}).rounds.back().training_errors, 0u);
}

TEST(AdaBoostTrees, GoOnFromAnyRoundBitForBit) {
  const Samples samples = test::clouds(200, 4, 6, 2);
  const auto expect_equal = [](const TreeBoostState& a, const TreeBoostState& b) {
    EXPECT_EQ(a.trees, b.trees);
    EXPECT_EQ(a.rounds, b.rounds);
  };
  const AdaBoostMoTreesOptions mo_few{plain(5, 0.3, 8)}, mo_all{plain(12, 0.3, 8)};
  expect_equal(mo(samples, mo_all, mo(samples, mo_few)), mo(samples, mo_all));
  const AdaBoostEccTreesOptions ecc_few{plain(5, 0.3, 8)}, ecc_all{plain(12, 0.3, 8)};
  expect_equal(ecc(samples, ecc_all, ecc(samples, ecc_few)), ecc(samples, ecc_all));
}

TEST(AdaBoostTrees, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = test::clouds(300, 4, 12, 3);
  const auto both = [&] {
    return std::pair(mo(samples, {plain(6, 0.3, 8)}).trees, ecc(samples, {plain(6, 0.3, 8)}).trees);
  };
  EXPECT_EQ(test::with_threads(1, both), test::with_threads(4, both));
}

TEST(AdaBoostTrees, CountASampleOfWeightTwoAsTwo) {
  const Samples once = test::clouds(60, 3, 2, 5), twice = join(once, once);
  Samples weighted = once;
  weighted.weights.assign(60, 2.0F);
  const auto expect_near = [](const TreeBoostState& a, const TreeBoostState& b) {
    ASSERT_EQ(a.trees[0].branches, b.trees[0].branches);
    for (std::size_t v = 0; v < a.trees[0].votes.size(); ++v)
      EXPECT_NEAR(a.trees[0].votes[v], b.trees[0].votes[v], 1e-5);
  };
  expect_near(mo(weighted, {plain(1, 0.3, 4)}), mo(twice, {plain(1, 0.3, 4)}));
  expect_near(ecc(weighted, {plain(1, 0.3, 4)}), ecc(twice, {plain(1, 0.3, 4)}));
}

TEST(AdaBoostTrees, EndWhenNoTreeIsOfUse) {
  const Samples constant = test::on_a_line({1, 1, 1, 1}, {0, 1, 0, 1}, 2);
  EXPECT_TRUE(mo(constant, {}).rounds.empty());
  EXPECT_TRUE(ecc(constant, {}).rounds.empty());
}

}  // namespace
}  // namespace ocelli::internal::baselines::ada_boost_trees_test
