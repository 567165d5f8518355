#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/boosting/trees/binned_inputs.hpp"
#include "ocelli/boosting/trees/histogram_kernel.hpp"
#include "ocelli/boosting/trees/tree_shape.hpp"

namespace ocelli::internal {

/// The objective of a tree: a signed weight per sample and target, positive where +1 is the right answer.
class VoteWeights {
 public:
  VoteWeights(std::size_t samples, std::size_t targets)
      : layout_{targets}, samples_(samples), rows_(samples * layout_.stride()) {}

  std::size_t samples() const { return samples_; }
  std::size_t targets() const { return layout_.targets; }
  const histogram_kernel::RowLayout& layout() const { return layout_; }
  const float* rows() const { return rows_.data(); }
  std::span<const float> of(std::size_t sample) const {
    return std::span(rows_).subspan(sample * layout_.stride(), targets());
  }
  /// The sum of the sample's absolute weights.
  float total(std::size_t sample) const { return rows_[sample * layout_.stride() + layout_.total()]; }

  /// Sets the sample's weights to change(target, weight).
  template <class Change>
  void set(std::size_t sample, Change&& change) {
    float* const row = rows_.data() + sample * layout_.stride();
    float total = 0;
    for (std::size_t t = 0; t < targets(); ++t) {
      row[t] = change(t, row[t]);
      total += row[t] < 0 ? -row[t] : row[t];
    }
    row[layout_.total()] = total;
    row[layout_.count()] = 1;
  }

 private:
  histogram_kernel::RowLayout layout_;
  std::size_t samples_;
  std::vector<float> rows_;
};

struct TreeGrowth {
  std::size_t leaves = 32;      ///< maximum
  std::size_t min_samples = 1;  ///< per leaf
};

/// A tree, and the samples in each of its leaves, in ascending order.
struct GrownTree {
  TreeBranches branches;  ///< empty if no split has a gain
  std::vector<std::vector<std::uint32_t>> leaves;
};

/// Grows one tree for all targets, using only these columns: repeatedly splits the leaf with the largest
/// gain.
///
/// The gain is that of histogram_kernel::best_split(). The weights are derivatives of a loss. The gain is the
/// second-order decrease of that loss when each leaf and target takes a step, with one curvature for all
/// targets of a leaf. A split sums only the rows of its smaller side; the other side's histogram is the
/// difference. The tree is the same for any number of threads. Ties go to the lower leaf, column and bin.
/// Cost    about samples x columns x targets x log2(leaves) additions, and one histogram (columns x bins x
/// targets) per leaf.
/// Source  Friedman, Greedy function approximation, 2001; histograms as in LightGBM (Ke et al. 2017).
GrownTree grow_tree(const BinnedInputs& inputs, const VoteWeights& weights,
                    std::span<const std::uint32_t> columns, const TreeGrowth& options);

/// The leaf of each of the samples first .. end - 1, in parallel.
std::vector<std::uint16_t> leaves_of(const TreeBranches& tree, const Samples& samples, std::size_t first,
                                     std::size_t end);

/// Grows a boosting's trees, each from columns drawn for its round. If those contain no information, as with
/// constants and rare categories, draws the next ones.
class RandomTrees {
 public:
  RandomTrees(const StumpSamples& samples, const TreeShape& shape, std::uint64_t seed);

  GrownTree grow(const VoteWeights& weights, std::size_t round) const;

 private:
  BinnedInputs inputs_;
  TreeShape shape_;
  std::uint64_t seed_;
};

}  // namespace ocelli::internal
