#include "ocelli/boosting/multiboost/multi_boost_cw_trees.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "boosting/line_samples.hpp"
#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"

namespace ocelli::internal::multi_boost_cw_trees_test {
namespace {

MultiBoostCwTreesOptions options(std::size_t rounds, std::size_t leaves = 8) {
  MultiBoostCwTreesOptions options;
  options.generation.rounds = rounds;
  options.shape.leaves = leaves;
  return options;
}

TreeBoostState boosted(const Samples& samples, const MultiBoostCwTreesOptions& options,
                       TreeBoostState state = {}) {
  return multi_boost_cw_trees({samples, samples.count()}, options, std::move(state));
}

void expect_equal(const TreeBoostState& a, const TreeBoostState& b) {
  EXPECT_EQ(a.trees, b.trees);
  EXPECT_EQ(a.rounds, b.rounds);
}

/// The weight of a tree for a class.
double weight_of(const VotingTree& tree, std::size_t c) {
  return static_cast<double>(std::abs(tree.votes[c]));
}

/// Eq. 2 by plain loops over trees and samples.
double plain_objective(const Samples& samples, const TreeBoostState& state, double c) {
  const std::size_t classes = samples.classes.size();
  double norm = 0, loss = 0;
  for (const VotingTree& tree : state.trees) {
    for (std::size_t k = 0; k < classes; ++k) norm += weight_of(tree, k);
  }
  for (std::size_t i = 0; i < samples.count(); ++i) {
    std::vector<double> scores(classes);
    for (const VotingTree& tree : state.trees) {
      const std::size_t leaf = leaf_of(tree.branches, samples.row(i));
      for (std::size_t k = 0; k < classes; ++k)
        scores[k] += static_cast<double>(tree.votes[leaf * classes + k]);
    }
    for (std::size_t k = 0; k < classes; ++k) {
      if (k != samples.labels[i]) loss += std::exp(scores[k] - scores[samples.labels[i]]);
    }
  }
  return norm + c / static_cast<double>(samples.count() * (classes - 1)) * loss;
}

// Two classes on a line, three samples of each, one of each on the wrong side of the middle. Split there,
// class 0 is right on 4 of 6. With the other class at the same weight w, mu is exp(-2 w) for 4 samples and
// exp(2 w) for 2, so that the best is at 2 + C/6 (-8 exp(-2 w) + 4 exp(2 w)) = 0, which for large C is w =
// log(2) / 4.
TEST(MultiBoostCwTrees, WeighsATreeAsByHand) {
  const Samples samples = test::on_a_line({0, 0, 0, 1, 1, 1}, {0, 0, 1, 1, 1, 0}, 2);
  MultiBoostCwTreesOptions once = options(1, 2);
  once.shape.pairs = 0;
  once.generation.c = 1e9;
  once.descent = {.tolerance = 1e-9, .passes = 1000};
  const TreeBoostState state = boosted(samples, once);
  ASSERT_EQ(state.trees.size(), 1u);
  ASSERT_EQ(state.trees[0].votes.size(), 4u);
  // The sum of both weights is what matters: which of them has it is open.
  EXPECT_NEAR(weight_of(state.trees[0], 0) + weight_of(state.trees[0], 1), std::log(2.0) / 2, 1e-5);
  EXPECT_GT(state.trees[0].votes[0], 0);
  EXPECT_LE(state.trees[0].votes[1], 0);
  EXPECT_LT(state.trees[0].votes[2], 0);
}

TEST(MultiBoostCwTrees, HaveThePapersObjective) {
  const Samples samples = test::clouds(300, 4, 5, 1);
  const TreeBoostState state = boosted(samples, options(25));
  EXPECT_NEAR(state.rounds.back().objective / plain_objective(samples, state, 1e6), 1, 1e-6);
}

TEST(MultiBoostCwTrees, NeverRaiseTheObjective) {
  for (const int passes : {1, 3}) {
    MultiBoostCwTreesOptions some = options(40);
    some.descent.passes = passes;
    const TreeBoostState state = boosted(test::clouds(300, 4, 5, 2), some);
    for (std::size_t r = 1; r < state.rounds.size(); ++r)
      EXPECT_LE(state.rounds[r].objective, state.rounds[r - 1].objective * (1 + 1e-6));
  }
}

TEST(MultiBoostCwTrees, VoteByOneWeightAClassInAllLeaves) {
  const TreeBoostState state = boosted(test::clouds(300, 4, 5, 3), options(10));
  for (const VotingTree& tree : state.trees) {
    for (std::size_t v = 0; v < tree.votes.size(); ++v)
      EXPECT_EQ(std::abs(tree.votes[v]), std::abs(tree.votes[v % 4]));
  }
}

// Where classes overlap by an interaction of two inputs, no sum of stumps tells them apart.
TEST(MultiBoostCwTrees, TellApartWhatStumpsCannot) {
  Samples samples = test::clouds(400, 2, 2, 4);
  for (std::size_t i = 0; i < 400; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    samples.labels[i] = (samples.values(row, 0) > 0) == (samples.values(row, 1) > 0) ? 1 : 0;
  }
  MultiBoostCwOptions stumps;
  stumps.generation.rounds = 60;
  EXPECT_GT(multi_boost_cw({samples, 400}, stumps).rounds.back().training_errors, 40u);
  EXPECT_EQ(boosted(samples, options(60)).rounds.back().training_errors, 0u);
}

TEST(MultiBoostCwTrees, GoOnFromAnyRoundBitForBit) {
  const Samples samples = test::clouds(250, 3, 6, 5);
  expect_equal(boosted(samples, options(12), boosted(samples, options(5))), boosted(samples, options(12)));
}

TEST(MultiBoostCwTrees, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = test::clouds(300, 4, 12, 6);
  const auto boost = [&] { return boosted(samples, options(10)); };
  expect_equal(test::with_threads(1, boost), test::with_threads(4, boost));
}

TEST(MultiBoostCwTrees, EndWhenNoTreeIsOfUse) {
  EXPECT_TRUE(boosted(test::on_a_line({1, 1, 1, 1}, {0, 1, 0, 1}, 2), options(5)).rounds.empty());
}

TEST(MultiBoostCwTrees, RefuseAStateOfOtherSamples) {
  const TreeBoostState state = boosted(test::clouds(100, 3, 6, 7), options(2));
  test::expect_error([&] { boosted(test::clouds(100, 4, 6, 7), options(3), state); }, Kind::training,
                     "its votes do not match");
}

}  // namespace
}  // namespace ocelli::internal::multi_boost_cw_trees_test
