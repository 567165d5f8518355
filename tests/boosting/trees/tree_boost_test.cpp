#include "ocelli/boosting/trees/tree_boost.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "boosting/stump_ground.hpp"
#include "boosting/tree_ground.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::tree_boost_test {
namespace {

TreeBoostState boosted(const Samples& samples, const TreeBoostOptions& options, TreeBoostState state = {}) {
  return boost_trees({samples, samples.count()}, options, std::move(state));
}

void expect_equal(const TreeBoostState& a, const TreeBoostState& b) {
  EXPECT_EQ(a.trees, b.trees);
  EXPECT_EQ(a.rounds, b.rounds);
}

// Four samples at 0, 1, 2, 3 of the classes 0, 0, 1, 0: each weighs 1/2 in both classes. A split at 1.5 gains
// 2 * (1/(1 + 2)) [both below] + 0 [above they cancel], one at 2.5 gains 2 * (1/2)^2 / (1 + 3) + 2 * (1/2)^2
// / (1 + 1); the whole has 2 * 1 / (1 + 4), so that 1.5 it is. Below, class 0 has 1 right and 0 wrong; above,
// 1/2 and 1/2.
TEST(TreeBoost, VotesAsByHand) {
  const Samples samples = test::on_a_line({0, 1, 2, 3}, {0, 0, 1, 0}, 2);
  const TreeBoostState state =
      boosted(samples, {.rounds = 1, .shrinkage = 0.5, .shape = {.leaves = 2, .pairs = 0}});
  ASSERT_EQ(state.trees.size(), 1u);
  ASSERT_EQ(state.trees[0].branches.size(), 1u);
  EXPECT_EQ(state.trees[0].branches[0].threshold, 1.5F);
  const double vote = 0.5 * 0.5 * std::log(1.001 / 0.001);
  const std::vector<float>& votes = state.trees[0].votes;
  ASSERT_EQ(votes.size(), 4u);
  EXPECT_NEAR(votes[0], vote, 1e-6);
  EXPECT_NEAR(votes[1], -vote, 1e-6);
  EXPECT_NEAR(votes[2], 0, 1e-6);
  EXPECT_NEAR(votes[3], 0, 1e-6);
  EXPECT_NEAR(state.rounds[0].objective, 0.5 * std::exp(-vote) + 0.5, 1e-6);
}

// Of three classes the own one weighs 1/2 and each other 1/4: a leaf with one sample of each class votes for
// none of them by 1/2 log((1/2) / (1/2)) = 0, where equal weights would vote against all.
TEST(TreeBoost, WeighsTheOwnClassAsMuchAsAllOthers) {
  const Samples samples = test::on_a_line({0, 0, 0, 1}, {0, 1, 2, 2}, 3);
  const TreeBoostState state =
      boosted(samples, {.rounds = 1, .shrinkage = 1, .shape = {.leaves = 2, .pairs = 0}});
  ASSERT_EQ(state.trees.size(), 1u);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(state.trees[0].votes[c], 0, 1e-6);
}

TEST(TreeBoost, NeverRaisesItsObjectiveAndLearns) {
  const Samples samples = test::clouds(300, 5, 4, 1);
  for (const double shrinkage : {0.1, 1.0}) {
    const TreeBoostState state =
        boosted(samples, {.rounds = 60, .shrinkage = shrinkage, .shape = {.leaves = 6}});
    ASSERT_EQ(state.rounds.size(), 60u);
    EXPECT_LT(state.rounds[0].objective, 1);
    for (std::size_t r = 1; r < state.rounds.size(); ++r)
      EXPECT_LE(state.rounds[r].objective, state.rounds[r - 1].objective * (1 + 1e-6));
  }
  EXPECT_EQ(boosted(samples, {.rounds = 60}).rounds.back().training_errors, 0u);
}

TEST(TreeBoost, GoesOnFromAnyRoundBitForBit) {
  const Samples samples = test::clouds(200, 3, 6, 2);
  const TreeBoostOptions few{.rounds = 5, .shape = {.leaves = 8}}, all{.rounds = 12, .shape = {.leaves = 8}};
  expect_equal(boosted(samples, all, boosted(samples, few)), boosted(samples, all));
}

TEST(TreeBoost, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::clouds(300, 4, 12, 3);
  const auto boost = [&] { return boosted(samples, {.rounds = 10}); };
  expect_equal(test::with_threads(1, boost), test::with_threads(4, boost));
}

TEST(TreeBoost, CountsErrorsOnSamplesThatItDoesNotLearnFrom) {
  const Samples samples = test::clouds(400, 3, 4, 4);
  Samples changed = samples;
  for (std::size_t i = 300; i < 400; ++i)
    changed.labels[i] = static_cast<std::uint16_t>((changed.labels[i] + 1) % 3);
  const TreeBoostState as_they_are = boost_trees({samples, 300}, {.rounds = 20});
  const TreeBoostState mislabeled = boost_trees({changed, 300}, {.rounds = 20});
  EXPECT_EQ(as_they_are.trees, mislabeled.trees);
  EXPECT_LT(as_they_are.rounds.back().validation_errors, 50u);
  EXPECT_GT(mislabeled.rounds.back().validation_errors, 50u);
}

TEST(TreeBoost, CountsASampleOfWeightTwoAsTwo) {
  const Samples once = test::clouds(60, 3, 2, 5);
  std::vector<std::uint32_t> rows(60);
  std::iota(rows.begin(), rows.end(), 0U);
  const TreeBoostOptions options{.rounds = 1, .shape = {.leaves = 4, .pairs = 0}};
  Samples weighted = once;
  weighted.weights.assign(60, 2.0F);
  const Samples twice = join(once, once);
  const TreeBoostState a = boosted(weighted, options), b = boosted(twice, options);
  ASSERT_EQ(a.trees[0].branches, b.trees[0].branches);
  for (std::size_t v = 0; v < a.trees[0].votes.size(); ++v)
    EXPECT_NEAR(a.trees[0].votes[v], b.trees[0].votes[v], 1e-5);
}

TEST(TreeBoost, LeavesOutSamplesOfWeightZero) {
  Samples samples = test::on_a_line({0, 1, 2, 3}, {0, 0, 1, 1}, 2);
  samples.weights = {1, 1, 1, 1};
  const TreeBoostOptions options{.rounds = 3, .shape = {.leaves = 2, .pairs = 0}};
  Samples with_noise = test::on_a_line({0, 1, 2, 3, 0.5F}, {0, 0, 1, 1, 1}, 2);
  with_noise.weights = {1, 1, 1, 1, 0};
  const TreeBoostState a = boosted(samples, options), b = boosted(with_noise, options);
  ASSERT_EQ(a.trees.size(), b.trees.size());
  for (std::size_t t = 0; t < a.trees.size(); ++t) EXPECT_EQ(a.trees[t].votes, b.trees[t].votes);
}

TEST(TreeBoost, EndsWhenNoTreeIsOfUse) {
  EXPECT_TRUE(boosted(test::on_a_line({1, 1, 1, 1}, {0, 1, 0, 1}, 2), {}).rounds.empty());
}

TEST(TreeBoost, GoesOnWhereTheColumnsOfARoundTellNothingApart) {
  Samples samples = test::on_a_line({0, 1, 2, 3}, {0, 0, 1, 1}, 2);
  samples.values.conservativeResize(4, 3);
  samples.values.rightCols(2).setOnes();
  const TreeBoostState state =
      boosted(samples, {.rounds = 12, .shape = {.leaves = 2, .columns = 1, .pairs = 0}});
  ASSERT_EQ(state.trees.size(), 12u);
  for (const VotingTree& tree : state.trees) EXPECT_EQ(tree.branches[0].first, 0u);
}

TEST(TreeBoost, StaysFiniteWhenEverySampleIsToldApart) {
  const TreeBoostState state =
      boosted(test::on_a_line({0, 1, 2, 3, 4, 5}, {0, 0, 1, 1, 2, 2}, 3), {.rounds = 2000, .shrinkage = 1});
  for (const VotingTree& tree : state.trees)
    for (const float vote : tree.votes) ASSERT_TRUE(std::isfinite(vote));
  EXPECT_EQ(state.rounds.back().training_errors, 0u);
}

TEST(TreeBoost, RefusesAStateOfOtherSamples) {
  const TreeBoostState state = boosted(test::clouds(100, 3, 6, 6), {.rounds = 2});
  test::expect_error([&] { boosted(test::clouds(100, 4, 6, 6), {.rounds = 3}, state); }, Kind::training,
                     "its votes do not match");
  TreeBoostState other = state;
  other.trees[0].branches[0].first = 6;
  test::expect_error([&] { boosted(test::clouds(100, 3, 6, 6), {.rounds = 3}, other); }, Kind::training,
                     "unknown input");
}

TEST(TreeBoost, LooksAtThreeOfTenColumnsAtMost64) {
  EXPECT_EQ(some_columns(1), 1u);
  EXPECT_EQ(some_columns(10), 3u);
  EXPECT_EQ(some_columns(80), 24u);
  EXPECT_EQ(some_columns(681), 64u);
}

TEST(TreeBoostOptions, RefuseTreesWithoutASplit) {
  test::expect_error([] { TreeBoostOptions{.shape = {.leaves = 1}}.validate(); }, Kind::usage, "--leaves");
}

}  // namespace
}  // namespace ocelli::internal::tree_boost_test
