// The vector code that evaluates nodes, trees and stages: part of opencv_kernel.cpp, compiled for every
// instruction set.
#if defined(OCELLI_OPENCV_STAGE_KERNEL) == defined(HWY_TARGET_TOGGLE)
#ifdef OCELLI_OPENCV_STAGE_KERNEL
#undef OCELLI_OPENCV_STAGE_KERNEL
#else
#define OCELLI_OPENCV_STAGE_KERNEL
#endif

#include <hwy/highway.h>

#include "ocelli/detection/opencv/opencv_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::opencv_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Registers of floats and of integers, full or partial; `F` is a Highway tag. Two registers of doubles have
/// as many lanes.
template <class F>
using VF = hn::Vec<F>;
template <class F>
using MF = hn::Mask<F>;
template <class F>
using I = hn::RebindToSigned<F>;
template <class F>
using VI = hn::Vec<I<F>>;
#if HWY_TARGET == HWY_SCALAR
template <class F>
using D = hn::Rebind<double, F>;
#else
template <class F>
using D = hn::Repartition<double, F>;
#endif
template <class F>
using VD = hn::Vec<D<F>>;

HWY_INLINE const std::int32_t* entries(const IntegralTable& table) {
  return reinterpret_cast<const std::int32_t*>(table.data());
}

/// Loads the table entries of adjacent windows.
template <class F>
struct AdjacentReader {
  std::size_t place;
  HWY_INLINE VI<F> operator()(const std::int32_t* table, std::int32_t offset) const {
    return hn::LoadU(I<F>(), table + place + offset);
  }
};

/// The lower and the upper half of a register in double precision, and back. A register of one lane has a
/// lower half only.
#if HWY_TARGET == HWY_SCALAR
template <class F, class V>
HWY_INLINE VD<F> lower(F /*df*/, V v) {
  return hn::PromoteTo(D<F>(), v);
}
template <class F, class V>
HWY_INLINE VD<F> upper(F /*df*/, V /*v*/) {
  return hn::Zero(D<F>());
}
template <class F>
HWY_INLINE VF<F> rounded(F df, VD<F> low, VD<F> /*high*/) {
  return hn::DemoteTo(df, low);
}
#else
template <class F, class V>
HWY_INLINE VD<F> lower(F /*df*/, V v) {
  return hn::PromoteTo(D<F>(), hn::LowerHalf(v));
}
template <class F, class V>
HWY_INLINE VD<F> upper(F /*df*/, V v) {
  return hn::PromoteTo(D<F>(), hn::UpperHalf(hn::Half<hn::DFromV<V>>(), v));
}
template <class F>
HWY_INLINE VF<F> rounded(F df, VD<F> low, VD<F> high) {
  const hn::Half<F> half;
  return hn::Combine(df, hn::DemoteTo(half, high), hn::DemoteTo(half, low));
}
#endif

/// Evaluates nodes on adjacent windows.
template <class F>
struct HaarNodeTest {
  static constexpr bool kCommon = true;
  const Program& program;
  const Level& level;
  const std::int32_t* offsets;
  const CommonNode* nodes;
  AdjacentReader<F> read;
  VF<F> inverse_deviation;

  HWY_INLINE VF<F> exact_response(const std::int32_t* table, const NodeProgram& node) const {
    const I<F> di;
    VI<F> sum = hn::Zero(di);
    std::uint32_t c = node.corner_begin;
    for (; c < node.unit_end; c += 2)
      sum = hn::Add(sum, hn::Sub(read(table, offsets[c]), read(table, offsets[c + 1])));
    for (; c < node.corner_end; c += 2) {
      const VI<F> difference = hn::Sub(read(table, offsets[c]), read(table, offsets[c + 1]));
      sum = hn::Add(sum, hn::Mul(difference, hn::Set(di, static_cast<std::int32_t>(program.weights[c / 2]))));
    }
    return hn::ConvertTo(F(), sum);
  }

  HWY_INLINE VF<F> rounded_response(const std::int32_t* table, const NodeProgram& node) const {
    const F df;
    VF<F> sum = hn::Zero(df);
    for (std::uint32_t c = node.corner_begin; c < node.corner_end; c += 4) {
      const VI<F> rect = hn::Add(hn::Sub(read(table, offsets[c]), read(table, offsets[c + 1])),
                                 hn::Sub(read(table, offsets[c + 2]), read(table, offsets[c + 3])));
      sum = hn::Add(sum, hn::Mul(hn::Set(df, program.weights[c / 2]), hn::ConvertTo(df, rect)));
    }
    return sum;
  }

  /// Returns which windows go to the left child.
  HWY_INLINE MF<F> operator()(const NodeProgram& node) const {
    const std::int32_t* const table = entries(node.tilted ? level.tilted : level.sum);
    const VF<F> response = node.exact ? exact_response(table, node) : rounded_response(table, node);
    return hn::Lt(hn::Mul(response, inverse_deviation), hn::Set(F(), node.threshold));
  }
};

/// The response of a common-shape node at adjacent windows. For flipped corners the sign is reversed.
template <class F>
HWY_INLINE VI<F> common_response(F /*df*/, const CommonNode& node, std::size_t place) {
  const I<F> di;
  const auto corner = [&](std::size_t c) HWY_ATTR { return hn::LoadU(di, node.corners[c] + place); };
  const auto pair = [&](std::size_t c) HWY_ATTR { return hn::Sub(corner(c), corner(c + 1)); };
  const auto twice = [](VI<F> v) HWY_ATTR { return hn::Add(v, v); };
  if (node.shape == CornerShape::nine_corners) {
    const VI<F> units = hn::Add(hn::Add(corner(0), corner(2)), hn::Add(corner(4), corner(6)));
    const VI<F> others = hn::Sub(twice(corner(8)), hn::Add(corner(9), corner(11)));
    return hn::Add(hn::Sub(units, twice(hn::Add(corner(1), corner(5)))),
                   hn::Mul(others, hn::Set(di, node.weight)));
  }
  VI<F> units = hn::Add(pair(0), pair(2)), others = pair(4);
  if (node.shape != CornerShape::three_pairs) others = hn::Add(others, pair(6));
  if (node.shape == CornerShape::six_pairs) {
    units = hn::Add(units, others);
    others = hn::Add(pair(8), pair(10));
  }
  return hn::Add(units, hn::Mul(others, hn::Set(di, node.weight)));
}

/// Evaluates a common-shape node on adjacent windows.
template <class F>
HWY_INLINE MF<F> below_threshold(F df, const CommonNode& node, std::size_t place, VF<F> inverse_deviation) {
  VI<F> response = common_response(df, node, place);
  if (node.flipped) response = hn::Neg(response);
  return hn::Lt(hn::Mul(hn::ConvertTo(df, response), inverse_deviation), hn::Set(df, node.threshold));
}

template <class F>
HWY_INLINE VF<F> stump_votes(F df, const CommonNode& node, std::size_t place, VF<F> inverse_deviation) {
  return hn::IfThenElse(below_threshold(df, node, place, inverse_deviation), hn::Set(df, node.left_vote),
                        hn::Set(df, node.right_vote));
}

template <class F>
struct LbpNodeTest {
  static constexpr bool kCommon = false;
  const Program& program;
  const Level& level;
  const std::int32_t* offsets;
  const CommonNode* nodes;
  AdjacentReader<F> read;
  VF<F> inverse_deviation;

  HWY_INLINE VI<F> set_words(const CategorySet& set, VI<F> numbers) const {
    const I<F> di;
    const auto* const words = reinterpret_cast<const std::int32_t*>(set.data());
    return hn::GatherIndex(di, words, numbers);
  }

  HWY_INLINE MF<F> operator()(const NodeProgram& node) const {
    const I<F> di;
    const std::int32_t* const table = entries(level.sum);
    const std::int32_t* const o = offsets + node.corner_begin;
    const auto across = [&](std::size_t c)
                            HWY_ATTR { return hn::Sub(read(table, o[c + 1]), read(table, o[c])); };
    const VI<F> a0 = across(0), a1 = across(1), a2 = across(2);
    const VI<F> b0 = across(4), b1 = across(5), b2 = across(6);
    const VI<F> c0 = across(8), c1 = across(9), c2 = across(10);
    const VI<F> d0 = across(12), d1 = across(13), d2 = across(14);
    const VI<F> middle = hn::Sub(c1, b1);
    const auto bit = [&](VI<F> below, VI<F> above, std::int32_t value) HWY_ATTR {
      return hn::IfThenZeroElse(hn::Lt(hn::Sub(below, above), middle), hn::Set(di, value));
    };
    VI<F> category = hn::Or(bit(b0, a0, 128), bit(b1, a1, 64));
    category = hn::Or(category, hn::Or(bit(b2, a2, 32), bit(c2, b2, 16)));
    category = hn::Or(category, hn::Or(bit(d2, c2, 8), bit(d1, c1, 4)));
    category = hn::Or(category, hn::Or(bit(d0, c0, 2), bit(c0, b0, 1)));
    const VI<F> word = set_words(node.set, hn::ShiftRight<5>(category));
    const VI<F> mask = hn::Shl(hn::Set(di, 1), hn::And(category, hn::Set(di, 31)));
    return hn::RebindMask(F(), hn::TestBit(word, mask));
  }
};

/// The votes of the subtree at node n.
template <class F, class NodeTest>
HWY_NOINLINE VF<F> subtree_votes(F df, const Program& program, std::uint32_t n, const NodeTest& goes_left) {
  const NodeProgram& node = program.nodes[n];
  const MF<F> to_left = goes_left(node);
  const VF<F> left = node.left_node > 0 ? subtree_votes(df, program, node.left_node, goes_left)
                                        : hn::Set(df, node.left_vote);
  const VF<F> right = node.right_node > 0 ? subtree_votes(df, program, node.right_node, goes_left)
                                          : hn::Set(df, node.right_vote);
  return hn::IfThenElse(to_left, left, right);
}

template <class F, class NodeTest>
HWY_INLINE VF<F> stump_votes(F df, const NodeProgram& node, const NodeTest& goes_left) {
  return hn::IfThenElse(goes_left(node), hn::Set(df, node.left_vote), hn::Set(df, node.right_vote));
}

template <class F, class NodeTest>
HWY_INLINE VF<F> tree_votes(F df, const Program& program, const TreeProgram& tree,
                            const NodeTest& goes_left) {
  const NodeProgram* const node = program.nodes.data() + tree.node_begin;
  const std::uint32_t nodes = tree.node_end - tree.node_begin;
  if (nodes == 1) return stump_votes(df, *node, goes_left);
  if (nodes > 2) return subtree_votes(df, program, tree.node_begin, goes_left);
  const VF<F> deeper = stump_votes(df, node[1], goes_left);
  const MF<F> to_left = goes_left(*node);
  if (node->left_node > 0) return hn::IfThenElse(to_left, deeper, hn::Set(df, node->right_vote));
  return hn::IfThenElse(to_left, hn::Set(df, node->left_vote), deeper);
}

/// Evaluates a tree of two common nodes.
template <class F>
HWY_INLINE VF<F> pair_votes(F df, TreeProgram::Shape shape, const CommonNode* nodes, std::size_t place,
                            VF<F> inverse_deviation) {
  const VF<F> deeper = stump_votes(df, nodes[1], place, inverse_deviation);
  const MF<F> to_left = below_threshold(df, nodes[0], place, inverse_deviation);
  if (shape == TreeProgram::Shape::left_pair)
    return hn::IfThenElse(to_left, deeper, hn::Set(df, nodes->right_vote));
  return hn::IfThenElse(to_left, hn::Set(df, nodes->left_vote), deeper);
}

/// Votes are summed in OpenCV's order and precision.
template <class F>
struct VoteSum {
  VD<F> low, high;

  // Defined explicitly: the compiler would not compile an implicit one for the target instruction set.
  HWY_INLINE VoteSum() : low(hn::Zero(D<F>())), high(hn::Zero(D<F>())) {}
  HWY_INLINE void add(VF<F> votes) {
    low = hn::Add(low, lower(F(), votes));
    high = hn::Add(high, upper(F(), votes));
  }
  HWY_INLINE VF<F> score() const { return rounded(F(), low, high); }
  HWY_INLINE MF<F> reaches(float min) const {
    const VD<F> threshold = hn::Set(D<F>(), static_cast<double>(min));
    // The sign of a difference survives rounding.
    return hn::Ge(rounded(F(), hn::Sub(low, threshold), hn::Sub(high, threshold)), hn::Zero(F()));
  }
};

/// A register of windows and their votes in a stage.
template <class F, class Test>
struct Windows {
  using NodeTest = Test;

  NodeTest goes_left;
  VoteSum<F> sum;
};

template <class F, class W>
HWY_INLINE void add_stump(F df, const CommonNode* nodes, W& windows) {
  windows.sum.add(stump_votes(df, *nodes, windows.goes_left.read.place, windows.goes_left.inverse_deviation));
}

template <class F, class W>
HWY_INLINE void add_pair(F df, TreeProgram::Shape shape, const CommonNode* nodes, W& windows) {
  windows.sum.add(
      pair_votes(df, shape, nodes, windows.goes_left.read.place, windows.goes_left.inverse_deviation));
}

template <class F, class W>
HWY_INLINE void add_votes(F df, const Program& program, const TreeProgram& tree, W& windows) {
  using Shape = TreeProgram::Shape;
  if constexpr (W::NodeTest::kCommon) {
    const CommonNode* const nodes = windows.goes_left.nodes + tree.node_begin;
    if (tree.shape == Shape::stump) return add_stump(df, nodes, windows);
    if (tree.shape != Shape::other) return add_pair(df, tree.shape, nodes, windows);
  }
  windows.sum.add(tree_votes(df, program, tree, windows.goes_left));
}

template <class F, class W>
HWY_INLINE void run_stage(F df, const Program& program, const StageProgram& stage, W& windows) {
  for (std::uint32_t t = stage.tree_begin; t < stage.tree_end; ++t)
    add_votes(df, program, program.trees[t], windows);
}

/// Runs a stage on two registers of windows, which share the loads of common nodes. Other nodes gain nothing.
template <class F, class W>
HWY_INLINE void run_stage(F df, const Program& program, const StageProgram& stage, W& one, W& other) {
  for (std::uint32_t t = stage.tree_begin; t < stage.tree_end; ++t) {
    add_votes(df, program, program.trees[t], one);
    add_votes(df, program, program.trees[t], other);
  }
}

}  // namespace ocelli::internal::opencv_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
