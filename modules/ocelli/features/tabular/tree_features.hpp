#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/input_share.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"

namespace ocelli::internal {

namespace schema {
struct TreeFeatures;
}

/// Byte 128 for 0 and byte 255 for 1: zeros cost nothing in scoring.
inline constexpr Binning kNothingOrOne{-128.5f / 127, 127};

/// An inner node of a decision tree. It branches on whether a weighted sum of two inputs is below the
/// threshold. A test of a single input has a second scale of 0.
struct TreeBranch {
  std::uint32_t first = 0, second = 0;
  float first_scale = 1, second_scale = 0;
  float threshold = 0;
  /// The targets below the threshold and elsewhere: a later branch of the tree, or leaf ~n.
  std::int32_t below = -1, above = -1;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("first", self.first);
    visit("second", self.second);
    visit("first_scale", self.first_scale);
    visit("second_scale", self.second_scale);
    visit("threshold", self.threshold);
    visit("below", self.below);
    visit("above", self.above);
  }

  /// In double, where products of two floats are exact: the compiler's choice of instructions does not change
  /// the sum.
  double value(std::span<const float> sample) const {
    return static_cast<double>(first_scale) * static_cast<double>(sample[first]) +
           static_cast<double>(second_scale) * static_cast<double>(sample[second]);
  }
  std::int32_t next(std::span<const float> sample) const {
    return value(sample) < static_cast<double>(threshold) ? below : above;
  }
  friend bool operator==(const TreeBranch&, const TreeBranch&) = default;
};

/// A tree: its branches, starting with the root. Several branches may lead to the same later branch or leaf.
/// Never empty.
using TreeBranches = std::vector<TreeBranch>;

/// The leaf that a sample reaches.
/// Requires  a valid tree.
inline std::size_t leaf_of(std::span<const TreeBranch> tree, std::span<const float> sample) {
  std::int32_t at = 0;
  while (at >= 0) at = tree[static_cast<std::size_t>(at)].next(sample);
  return static_cast<std::size_t>(~at);
}

/// The number of branches on the longest path from the root to a leaf.
std::size_t longest_path(std::span<const TreeBranch> tree);

/// The number of leaves of a tree. The leaves that its branches lead to are numbered from 0.
inline std::size_t leaf_count(std::span<const TreeBranch> tree) {
  std::int32_t last = -1;
  for (const TreeBranch& branch : tree) last = std::min({last, branch.below, branch.above});
  return static_cast<std::size_t>(-std::int64_t{last});
}

/// Leaves of decision trees. A group of columns is a tree; a column is 1 for the samples that reach its leaf
/// and 0 for all others. The weights of a classifier are then the leaves' votes for classes, and all classes
/// share the trees.
///
/// Every tree has the same number of columns. A tree with fewer leaves has columns that are always 0.
class TreeFeatures {
 public:
  static constexpr std::string_view kKind = "trees";

  /// Trees over this many inputs, with at most this many leaves each.
  /// Throws  Error(Kind::model) when a tree is empty, a branch refers to an unknown input, leads back, or
  /// leads to a leaf beyond 0 .. leaves - 1, or a number is not finite.
  TreeFeatures(std::size_t inputs, std::size_t leaves, const std::vector<TreeBranches>& trees);

  std::span<const TreeBranch> tree(std::size_t t) const {
    return std::span(branches_).subspan(begins_[t], begins_[t + 1] - begins_[t]);
  }

  std::size_t inputs() const { return inputs_; }
  std::size_t groups() const { return begins_.size() - 1; }
  std::size_t width() const { return leaves_; }
  const Binning& binning(std::size_t) const { return kNothingOrOne; }

  /// One byte per column; binning(column).value() is its value.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Calls visit(column) for the column of each tree that is 1: a faster encode() for callers that need only
  /// these.
  template <class Visit>
  void visit_ones(std::span<const float> sample, Visit&& visit) const {
    for (std::size_t t = 0; t < groups(); ++t) visit(t * leaves_ + leaf_of(tree(t), sample));
  }
  /// Selects these trees, in this order.
  TreeFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample: two for each branch on the longest path of each tree.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads. Each test of a branch has an equal part; a test of two inputs splits its
  /// part equally.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("leaves", leaves_);
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::TreeFeatures;
  static TreeFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const TreeFeatures&, const TreeFeatures&) = default;

 private:
  std::size_t inputs_, leaves_;
  std::vector<TreeBranch> branches_;  ///< of all trees
  std::vector<std::size_t> begins_;   ///< where each tree begins, and the end
};

}  // namespace ocelli::internal
