#include "ocelli/boosting/trees/tree_growth.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ocelli/boosting/trees/category_split.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {
namespace {

using histogram_kernel::BinnedRows;

/// Columns per task. Each column takes one pass over all samples of a leaf.
constexpr std::size_t kColumnsATask = 8;

/// The best split of a leaf by a column.
struct ColumnSplit {
  float gain = 0;  ///< 0: none
  ColumnBins above = {};
};

/// One end of a branch.
struct BranchEnd {
  std::size_t branch = 0;
  bool above = false;
};

struct OpenLeaf {
  std::vector<std::uint32_t> samples;
  std::vector<float> histograms = {};  ///< columns x bins x stride
  std::vector<float> totals = {};
  ColumnSplit split = {};
  std::size_t column = 0;  ///< of the split, as an index into the tree's columns
  std::vector<BranchEnd> parents = {};
};

/// All bins after the last one below.
ColumnBins bins_after(std::uint32_t last) { return ~ColumnBins() << (last + 1); }

class TreeGrower {
 public:
  TreeGrower(const BinnedInputs& inputs, const VoteWeights& weights, std::span<const std::uint32_t> columns,
             const TreeGrowth& options)
      : inputs_(inputs),
        weights_(weights),
        columns_(columns),
        options_(options),
        rows_{inputs.codes().data(), inputs.columns(), weights.rows(), weights.layout().stride(),
              inputs.bins()},
        splits_(columns.size()) {}

  GrownTree grow() {
    OpenLeaf root;
    root.samples.resize(weights_.samples());
    std::iota(root.samples.begin(), root.samples.end(), 0U);
    root.histograms.resize(columns_.size() * cells());
    for_column_blocks([&](std::size_t first, std::size_t count) { sum(root, first, count); });
    root.totals = totals_of(root);
    for_column_blocks([&](std::size_t first, std::size_t count) { search(root, first, count); });
    take_best(root);
    leaves_.push_back(std::move(root));
    while (leaves_.size() < options_.leaves) {
      const auto best =
          std::ranges::max_element(leaves_, {}, [](const OpenLeaf& leaf) { return leaf.split.gain; });
      if (best->split.gain <= 0) break;
      split(static_cast<std::size_t>(best - leaves_.begin()));
    }
    for (OpenLeaf& leaf : leaves_) {
      lead(leaf.parents, ~static_cast<std::int32_t>(tree_.leaves.size()));
      tree_.leaves.push_back(std::move(leaf.samples));
    }
    return std::move(tree_);
  }

 private:
  /// Floats per column's histogram.
  std::size_t cells() const { return rows_.bins * rows_.stride; }

  template <class Work>
  void for_column_blocks(const Work& work) const {
    const std::size_t blocks = (columns_.size() + kColumnsATask - 1) / kColumnsATask;
    parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
      const std::size_t first = block * kColumnsATask;
      work(first, std::min(kColumnsATask, columns_.size() - first));
    });
  }

  std::span<float> block_of(OpenLeaf& leaf, std::size_t first, std::size_t count) const {
    return std::span(leaf.histograms).subspan(first * cells(), count * cells());
  }

  void sum(OpenLeaf& leaf, std::size_t first, std::size_t count) const {
    histogram_kernel::add_rows(rows_, leaf.samples, columns_.subspan(first, count),
                               block_of(leaf, first, count));
  }

  std::vector<float> totals_of(const OpenLeaf& leaf) const {
    std::vector<float> totals(rows_.stride);
    for (std::size_t cell = 0; cell < cells(); ++cell) totals[cell % rows_.stride] += leaf.histograms[cell];
    return totals;
  }

  void search(OpenLeaf& leaf, std::size_t first, std::size_t count) {
    for (std::size_t c = first; c < first + count; ++c) splits_[c] = best_split(leaf, c);
  }

  ColumnSplit best_split(OpenLeaf& leaf, std::size_t column) const {
    const auto min = static_cast<float>(options_.min_samples);
    const std::span<const float> histogram = block_of(leaf, column, 1);
    if (inputs_.is_category(columns_[column])) {
      const CategorySplit split = best_category_split(histogram, leaf.totals, weights_.layout(), min);
      return {split.gain, split.above};
    }
    const auto split = histogram_kernel::best_split(histogram, leaf.totals, weights_.layout(), min);
    return {split.gain, bins_after(split.bin)};
  }

  void take_best(OpenLeaf& leaf) {
    const auto best = std::ranges::max_element(splits_, {}, &ColumnSplit::gain);
    leaf.split = *best;
    leaf.column = static_cast<std::size_t>(best - splits_.begin());
  }

  /// Both sides of a leaf's split, the lower one first.
  std::pair<OpenLeaf, OpenLeaf> parted(const OpenLeaf& leaf) const {
    std::pair<OpenLeaf, OpenLeaf> sides;
    for (const std::uint32_t sample : leaf.samples) {
      const bool above = leaf.split.above[inputs_.code(sample, columns_[leaf.column])];
      (above ? sides.second : sides.first).samples.push_back(sample);
    }
    return sides;
  }

  /// Makes these ends lead to a branch, or to leaf ~n.
  void lead(std::span<const BranchEnd> ends, std::int32_t to) {
    for (const auto& [branch, above] : ends)
      (above ? tree_.branches[branch].above : tree_.branches[branch].below) = to;
  }

  void split(std::size_t number) {
    OpenLeaf whole = std::move(leaves_[number]);
    auto [below, above] = parted(whole);
    lead(whole.parents, static_cast<std::int32_t>(tree_.branches.size()));
    for (const TreeBranch& branch : inputs_.branches(columns_[whole.column], whole.split.above)) {
      tree_.branches.push_back(branch);
      tree_.branches.back().below = static_cast<std::int32_t>(tree_.branches.size());
      above.parents.push_back({tree_.branches.size() - 1, true});
    }
    below.parents.push_back({tree_.branches.size() - 1, false});
    if (leaves_.size() + 1 < options_.leaves) measure(std::move(whole), below, above);
    leaves_[number] = std::move(below);
    leaves_.push_back(std::move(above));
  }

  /// Computes the histograms and best splits of both sides. The larger side reuses the histograms of the
  /// whole.
  void measure(OpenLeaf whole, OpenLeaf& below, OpenLeaf& above) {
    const bool below_is_small = below.samples.size() < above.samples.size();
    OpenLeaf &small = below_is_small ? below : above, &large = below_is_small ? above : below;
    large.histograms = std::move(whole.histograms);
    small.histograms.resize(large.histograms.size());
    for_column_blocks([&](std::size_t first, std::size_t count) {
      sum(small, first, count);
      histogram_kernel::subtract(block_of(small, first, count), block_of(large, first, count));
    });
    for (OpenLeaf* const side : {&small, &large}) {
      side->totals = totals_of(*side);
      for_column_blocks([&](std::size_t first, std::size_t count) { search(*side, first, count); });
      take_best(*side);
    }
  }

  const BinnedInputs& inputs_;
  const VoteWeights& weights_;
  std::span<const std::uint32_t> columns_;
  TreeGrowth options_;
  BinnedRows rows_;
  std::vector<OpenLeaf> leaves_;
  std::vector<ColumnSplit> splits_;  ///< per column
  GrownTree tree_;
};

}  // namespace

GrownTree grow_tree(const BinnedInputs& inputs, const VoteWeights& weights,
                    std::span<const std::uint32_t> columns, const TreeGrowth& options) {
  return TreeGrower(inputs, weights, columns, options).grow();
}

std::vector<std::uint16_t> leaves_of(const TreeBranches& tree, const Samples& samples, std::size_t first,
                                     std::size_t end) {
  std::vector<std::uint16_t> leaves(end - first);
  parallel_for(std::size_t{0}, leaves.size(), [&](std::size_t i) {
    leaves[i] = static_cast<std::uint16_t>(leaf_of(tree, samples.row(first + i)));
  });
  return leaves;
}

RandomTrees::RandomTrees(const StumpSamples& samples, const TreeShape& shape, std::uint64_t seed)
    : inputs_(samples.samples, samples.training, {shape.bins, shape.pairs, hash(seed, {0})}),
      shape_(shape),
      seed_(seed) {}

GrownTree RandomTrees::grow(const VoteWeights& weights, std::size_t round) const {
  const auto all = static_cast<std::uint32_t>(inputs_.columns());
  const std::vector<std::uint32_t> order = permutation(all, hash(seed_, {1, round}));
  const std::size_t wanted = shape_.columns.value_or(some_columns(all));
  GrownTree grown;
  for (std::size_t first = 0; first < order.size() && grown.branches.empty(); first += wanted) {
    const auto drawn = std::span(order).subspan(first, std::min(wanted, order.size() - first));
    std::vector<std::uint32_t> columns(drawn.begin(), drawn.end());
    std::ranges::sort(columns);
    grown = grow_tree(inputs_, weights, columns, {shape_.leaves, shape_.least});
  }
  return grown;
}

}  // namespace ocelli::internal
