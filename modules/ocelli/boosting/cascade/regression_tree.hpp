#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"

namespace ocelli::internal {

/// A set of bins, 0 to 255: bin b is in it when bit b % 32 of word b / 32 is set.
using BinSet = std::array<std::uint32_t, 8>;

inline bool holds(const BinSet& set, std::uint8_t bin) { return (set[bin / 32] >> (bin % 32) & 1U) != 0; }

/// A tree of splits of binned responses with a vote at each leaf: a weak classifier of gentle AdaBoost.
struct RegressionTree {
  /// A sample goes to `left` if its bin is in the set, else to `right`. A child above 0 is a node, one of 0
  /// or below is leaf -child.
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

/// Whether bins are intervals, which a node splits at a threshold, or categories without an order, which it
/// splits into any two sets.
enum class BinOrder { ordered, none };

struct RegressionTreeOptions {
  int depth = 1;  ///< at most; 1 is a stump
  BinOrder order = BinOrder::ordered;
  double weight_trimming = 1;  ///< splits are found on the heaviest samples that hold this share of weight
  double feature_share =
      1;                   ///< of all features, drawn at random for the tree, that its splits are chosen from
  std::uint64_t seed = 1;  ///< of that draw
};

/// Grows a tree greedily: each node has the split with the least weighted squared error to the labels -1 and
/// +1. A leaf's vote is the weighted mean of its labels. Ties are broken by the first feature and its
/// smallest set, so any number of threads gives the same tree.
///
/// For categories, the best set consists of those with the lowest means (Breiman et al. 1984, theorem 4.5).
/// Throws  Error(Kind::training) without features or if no feature separates any samples.
/// Cost    features drawn x samples x depth, in parallel over features.
/// Source  Friedman, Hastie and Tibshirani 2000, algorithm 4.
RegressionTree fit_regression_tree(const LabeledResponses& samples, std::span<const float> weights,
                                   const RegressionTreeOptions& options);

/// Whether every child and feature is there, children come after their parents, so that every way down ends,
/// and votes are in [-1, 1].
bool is_sound(const RegressionTree& tree, std::size_t features);

/// Nodes on the longest way down. Requires is_sound().
int depth_of(const RegressionTree& tree);

/// The votes of a tree on all samples.
std::vector<float> votes(const RegressionTree& tree, const BinnedResponses& responses);

}  // namespace ocelli::internal
