#include "ocelli/boosting/trees/tree_growth.hpp"

#include <gtest/gtest.h>

#include "boosting/stump_ground.hpp"
#include "boosting/tree_ground.hpp"
#include "features/with_threads.hpp"

namespace ocelli {
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
       grown(test::clouds(300, 4, 3, 2), {.leaves = 40, .least = 25}).leaves)
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

}  // namespace
}  // namespace ocelli
