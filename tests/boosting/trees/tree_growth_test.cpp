#include "ocelli/boosting/trees/tree_growth.hpp"

#include <gtest/gtest.h>

#include "boosting/stump_ground.hpp"
#include "boosting/tree_ground.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::tree_growth_test {
namespace {

/// Weights of 1 / classes, positive for the own class.
VoteWeights even_weights(const Samples& samples) {
  VoteWeights weights(samples.count(), samples.classes.size());
  const float each = 1.0F / static_cast<float>(samples.classes.size());
  for (std::size_t i = 0; i < samples.count(); ++i)
    weights.set(i, [&](std::size_t c, float) { return c == samples.labels[i] ? each : -each; });
  return weights;
}

GrownTree grown(const Samples& samples, const TreeGrowth& options) {
  const BinnedInputs inputs(samples, samples.count(), {});
  return grow_tree(inputs, even_weights(samples), test::all_columns(inputs), options);
}

// Class 1 lies in the middle: no single threshold finds it, two do.
TEST(TreeGrowth, IsolatesAnIntervalByTwoSplits) {
  const Samples samples = test::on_a_line({0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 1, 1, 1, 0, 0}, 2);
  const GrownTree tree = grown(samples, {.leaves = 3});
  ASSERT_EQ(tree.branches.size(), 2u);
  EXPECT_EQ(tree.branches[0].threshold, 2.5F);
  EXPECT_EQ(tree.branches[1].threshold, 5.5F);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const std::size_t alike = samples.labels[i] == 1 ? 3 : 0;
    EXPECT_EQ(leaf_of(tree.branches, samples.row(i)) == leaf_of(tree.branches, samples.row(alike)),
              samples.labels[i] == samples.labels[alike] && (alike == 3 || i < 3));
  }
}

TEST(TreeGrowth, KeepsTheSamplesOfEachLeaf) {
  const Samples samples = test::clouds(300, 4, 3, 1);
  const GrownTree tree = grown(samples, {.leaves = 12});
  ASSERT_EQ(tree.leaves.size(), 12u);
  std::size_t count = 0;
  for (std::size_t leaf = 0; leaf < tree.leaves.size(); ++leaf) {
    count += tree.leaves[leaf].size();
    EXPECT_TRUE(std::ranges::is_sorted(tree.leaves[leaf]));
    for (const std::uint32_t i : tree.leaves[leaf]) ASSERT_EQ(leaf_of(tree.branches, samples.row(i)), leaf);
  }
  EXPECT_EQ(count, samples.count());
}

TEST(TreeGrowth, LeavesNoLeafWithFewerSamplesThanAskedFor) {
  for (const std::vector<std::uint32_t>& leaf :
       grown(test::clouds(300, 4, 3, 2), {.leaves = 40, .min_samples = 25}).leaves)
    EXPECT_GE(leaf.size(), 25u);
}

TEST(TreeGrowth, GrowsNothingWhereThereIsNothingToGain) {
  EXPECT_TRUE(grown(test::on_a_line({1, 1, 1, 1}, {0, 1, 0, 1}, 2), {}).branches.empty());
}

TEST(TreeGrowth, SplitsByTheGivenColumnsAlone) {
  const Samples samples = test::clouds(200, 3, 5, 3);
  const BinnedInputs inputs(samples, samples.count(), {});
  const std::vector<std::uint32_t> columns{1, 4};
  for (const TreeBranch& branch : grow_tree(inputs, even_weights(samples), columns, {}).branches)
    EXPECT_TRUE(branch.first == 1 || branch.first == 4);
}

TEST(TreeGrowth, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::clouds(400, 5, 20, 4);
  const auto grow = [&] { return grown(samples, {.leaves = 20}).branches; };
  EXPECT_EQ(test::with_threads(1, grow), test::with_threads(4, grow));
}

/// One category of `values` values and a last input of noise; odd values are of class 1.
Samples of_category(std::size_t count, std::size_t values) {
  Samples samples = test::random_samples(count, values + 1, 2, 6);
  samples.values.leftCols(static_cast<Eigen::Index>(values)).setZero();
  for (std::size_t i = 0; i < count; ++i) {
    samples.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i % values)) = 1;
    samples.labels[i] = static_cast<std::uint16_t>(i % values % 2);
  }
  return samples;
}

// Thresholds of single values would take eight leaves.
TEST(TreeGrowth, SplitsACategoryByASubset) {
  const Samples samples = of_category(70, 7);
  const GrownTree tree = grown(samples, {.leaves = 2});
  ASSERT_EQ(tree.leaves.size(), 2u);
  EXPECT_EQ(tree.branches.size(), 2u);  // three values, two a branch
  EXPECT_EQ(leaf_count(tree.branches), 2u);
  for (std::size_t leaf = 0; leaf < 2; ++leaf) {
    for (const std::uint32_t i : tree.leaves[leaf]) {
      EXPECT_EQ(samples.labels[i], samples.labels[tree.leaves[leaf][0]]);
      EXPECT_EQ(leaf_of(tree.branches, samples.row(i)), leaf);
    }
  }
}

TEST(TreeGrowth, KeepsTheSamplesOfLeavesBelowSubsets) {
  Samples samples = of_category(400, 9);
  Random random(2);
  for (std::uint16_t& label : samples.labels) label = static_cast<std::uint16_t>(random.below(2));
  const GrownTree tree = grown(samples, {.leaves = 30});
  ASSERT_EQ(tree.leaves.size(), 30u);
  EXPECT_EQ(leaf_count(tree.branches), 30u);
  EXPECT_GT(tree.branches.size(), 29u);
  EXPECT_NO_THROW(TreeFeatures(samples.width(), 30, {tree.branches}));
  for (std::size_t leaf = 0; leaf < tree.leaves.size(); ++leaf)
    for (const std::uint32_t i : tree.leaves[leaf]) ASSERT_EQ(leaf_of(tree.branches, samples.row(i)), leaf);
}

}  // namespace
}  // namespace ocelli::internal::tree_growth_test
