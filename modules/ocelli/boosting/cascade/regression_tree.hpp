#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"

namespace ocelli::internal {

/// A set of bins, 0 to 255. Bin b is in the set when bit b % 32 of word b / 32 is set.
using BinSet = std::array<std::uint32_t, 8>;

inline bool holds(const BinSet& set, std::uint8_t bin) { return (set[bin / 32] >> (bin % 32) & 1U) != 0; }

/// A tree that splits binned responses and has a vote at each leaf: a weak classifier of gentle AdaBoost.
struct RegressionTree {
  /// A sample goes to `left` if its bin is in the set, otherwise to `right`. A child above 0 is a node; a
  /// child of 0 or below is leaf -child.
  struct Node {
    std::int32_t left = 0, right = -1;
    std::uint32_t feature = 0;
    BinSet set{};

    friend bool operator==(const Node&, const Node&) = default;
  };

  std::vector<Node> nodes;    ///< nodes[0] is the root
  std::vector<float> leaves;  ///< one more than nodes, each in [-1, 1]

  friend bool operator==(const RegressionTree&, const RegressionTree&) = default;
};

/// Whether bins are intervals, which a node splits at a threshold, or unordered categories, which it splits
/// into any two sets.
enum class BinOrder { ordered, none };

struct RegressionTreeOptions {
  int depth = 1;  ///< maximum; 1 is a stump
  BinOrder order = BinOrder::ordered;
  /// Splits are found on the heaviest samples with this share of the total weight.
  double weight_trimming = 1;
  /// Share of all features that a tree's splits are chosen from, drawn at random for each tree.
  double feature_share = 1;
  std::uint64_t seed = 1;  ///< of the random draw
};

/// Grows a tree greedily: each node uses the split with the least weighted squared error to the labels -1 and
/// +1. A leaf's vote is the weighted mean of its labels. Ties go to the first feature and its smallest set,
/// so any number of threads produces the same tree.
///
/// For categories, the best set consists of the bins with the lowest means (Breiman et al. 1984, theorem
/// 4.5).
/// Throws  Error(Kind::training) without features or if no feature separates any samples.
/// Cost    drawn features x samples x depth, in parallel over features.
/// Source  Friedman, Hastie and Tibshirani 2000, algorithm 4.
RegressionTree fit_regression_tree(const LabeledResponses& samples, std::span<const float> weights,
                                   const RegressionTreeOptions& options);

/// Whether every child and feature exists, children come after their parents (so every path ends), and votes
/// are in [-1, 1].
bool is_sound(const RegressionTree& tree, std::size_t features);

/// Nodes on the longest path.
/// Requires  is_sound().
int depth_of(const RegressionTree& tree);

/// The votes of a tree on all samples.
std::vector<float> votes(const RegressionTree& tree, const BinnedResponses& responses);

}  // namespace ocelli::internal
