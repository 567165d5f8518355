#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/boosting/trees/tree_growth.hpp"

/// Internal to boosting: shared by the tree boosting algorithms.
namespace ocelli::internal {

/// The samples in each leaf of a tree.
using TreeLeaves = std::vector<std::vector<std::uint32_t>>;

/// The leaves of the samples first .. end - 1.
TreeLeaves samples_of_leaves(const TreeBranches& tree, const Samples& samples, std::size_t first,
                             std::size_t end);

/// The best steps in each leaf: `shrinkage` / 2 log(W+ / W-) of the summed positive and negative weights of
/// its samples, smoothed. One row per leaf, one number per target.
std::vector<float> leaf_votes(const VoteWeights& weights, const TreeLeaves& leaves, double shrinkage);

/// Multiplies the weights of the leaves' samples by exp(-answer * vote), where the answer is the sign of the
/// weight.
void reweigh(const TreeLeaves& leaves, std::span<const float> votes, VoteWeights& weights);

/// The sum of all absolute weights over the total weight of the samples. The weights are the derivatives of
/// this objective.
double mean_loss(const VoteWeights& weights, const StumpSamples& samples);

/// The scores of all samples, including validation samples, under the trees so far.
class TreeScores {
 public:
  explicit TreeScores(const StumpSamples& samples);

  std::span<const float> of(std::size_t sample) const {
    return std::span(scores_).subspan(sample * classes_, classes_);
  }
  /// Adds a tree's votes.
  /// Requires  `learned`: the leaves of the training samples.
  void add(const VotingTree& tree, const TreeLeaves& learned);
  StumpRound figures(double objective) const;

 private:
  std::size_t errors(std::size_t first, std::size_t end) const;

  const StumpSamples& samples_;
  std::size_t classes_;
  std::vector<float> scores_;  ///< one row per sample
};

}  // namespace ocelli::internal
