#include "ocelli/detection/opencv/opencv_kernel.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "ocelli/detection/opencv/skipped_windows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/opencv/opencv_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::opencv_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Registers of floats and of integers, whole or capped: `F` is a Highway tag. Two registers of doubles have as many lanes.
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

/// The lower and the upper half of a register in double precision, and back. A register of one lane has a lower half only.
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

  /// Which windows go on to the left.
  HWY_INLINE MF<F> operator()(const NodeProgram& node) const {
    const std::int32_t* const table = entries(node.tilted ? level.tilted : level.sum);
    const VF<F> response = node.exact ? exact_response(table, node) : rounded_response(table, node);
    return hn::Lt(hn::Mul(response, inverse_deviation), hn::Set(F(), node.threshold));
  }
};

/// Evaluates a node of the common shape on adjacent windows.
template <class F>
HWY_INLINE MF<F> below_threshold(F df, const CommonNode& node, std::size_t place, VF<F> inverse_deviation) {
  const I<F> di;
  const auto pair = [&](std::size_t c) HWY_ATTR {
    return hn::Sub(hn::LoadU(di, node.corners[c] + place), hn::LoadU(di, node.corners[c + 1] + place));
  };
  const VI<F> units = hn::Add(pair(0), pair(2)), others = hn::Add(pair(4), pair(6));
  const VI<F> response = hn::Add(units, hn::Mul(others, hn::Set(di, node.weight)));
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
  using Shape = TreeProgram::Shape;
  if constexpr (NodeTest::kCommon) {
    const CommonNode* const common = goes_left.nodes + tree.node_begin;
    const std::size_t place = goes_left.read.place;
    const VF<F> inverse = goes_left.inverse_deviation;
    if (tree.shape == Shape::stump) return stump_votes(df, *common, place, inverse);
    if (tree.shape != Shape::other) {
      const VF<F> deeper = stump_votes(df, common[1], place, inverse);
      const MF<F> to_left = below_threshold(df, *common, place, inverse);
      if (tree.shape == Shape::left_pair)
        return hn::IfThenElse(to_left, deeper, hn::Set(df, common->right_vote));
      return hn::IfThenElse(to_left, hn::Set(df, common->left_vote), deeper);
    }
  }
  const NodeProgram* const node = program.nodes.data() + tree.node_begin;
  const std::uint32_t nodes = tree.node_end - tree.node_begin;
  if (nodes == 1) return stump_votes(df, *node, goes_left);
  if (nodes > 2) return subtree_votes(df, program, tree.node_begin, goes_left);
  const VF<F> deeper = stump_votes(df, node[1], goes_left);
  const MF<F> to_left = goes_left(*node);
  if (node->left_node > 0) return hn::IfThenElse(to_left, deeper, hn::Set(df, node->right_vote));
  return hn::IfThenElse(to_left, hn::Set(df, node->left_vote), deeper);
}

/// Which windows pass a stage. Votes are summed in OpenCV's order and precision.
template <class F, class NodeTest>
HWY_INLINE MF<F> passed_stage(F df, const Program& program, const StageProgram& stage,
                              const NodeTest& goes_left, VF<F>& score) {
  const D<F> dd;
  VD<F> low = hn::Zero(dd), high = hn::Zero(dd);
  for (std::uint32_t t = stage.tree_begin; t < stage.tree_end; ++t) {
    const VF<F> votes = tree_votes(df, program, program.trees[t], goes_left);
    low = hn::Add(low, lower(df, votes));
    high = hn::Add(high, upper(df, votes));
  }
  score = rounded(df, low, high);
  // The sign of a difference survives rounding.
  const VD<F> threshold = hn::Set(dd, static_cast<double>(stage.threshold));
  return hn::Ge(rounded(df, hn::Sub(low, threshold), hn::Sub(high, threshold)), hn::Zero(df));
}

/// Half a register of inverse deviations. The squared sum is an unsigned integer that was converted as a signed one.
template <class F>
HWY_INLINE VD<F> inverse_deviation(F /*df*/, const Program& program, VD<F> sum, VD<F> squared) {
  const D<F> dd;
  const double area = static_cast<double>(program.width - 2) * static_cast<double>(program.height - 2);
  const VD<F> wrapped =
      hn::IfThenElse(hn::Lt(squared, hn::Zero(dd)), hn::Add(squared, hn::Set(dd, 4294967296.0)), squared);
  const VD<F> spread = hn::Sub(hn::Mul(hn::Set(dd, area), wrapped), hn::Mul(sum, sum));
  return hn::Div(hn::Set(dd, 1.0), hn::Sqrt(hn::Max(spread, hn::Zero(dd))));
}

/// Infinity for windows of one grey level.
template <class F>
HWY_INLINE VF<F> inverse_deviations(F df, const Program& program, const Level& level, const Offsets& at,
                                    AdjacentReader<F> read) {
  const auto inner_sum = [&](const std::int32_t* table) HWY_ATTR {
    const std::int32_t* const o = at.inner;
    return hn::Add(hn::Sub(read(table, o[0]), read(table, o[1])),
                   hn::Sub(read(table, o[3]), read(table, o[2])));
  };
  const VI<F> sum = inner_sum(entries(level.sum)), squared = inner_sum(entries(level.squared));
  return rounded(df, inverse_deviation(df, program, lower(df, sum), lower(df, squared)),
                 inverse_deviation(df, program, upper(df, sum), upper(df, squared)));
}

template <class F>
HWY_INLINE std::uint64_t bits_of(F df, MF<F> mask) {
  std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(df, mask, bytes.data());
  std::uint64_t bits = 0;
  hwy::CopyBytes<8>(bytes.data(), &bits);
  return bits;
}

template <class F>
HWY_INLINE MF<F> mask_of(F df, std::uint64_t bits) {
  std::array<std::uint8_t, 8> bytes{};
  hwy::CopyBytes<8>(&bits, bytes.data());
  return hn::LoadMaskBits(df, bytes.data());
}

constexpr std::size_t kBlock = 64;
constexpr std::size_t kClusterLanes = 8;

/// A block of windows after the first stage: those with enough contrast and those that passed, as bits, and their values.
struct Block {
  HWY_ALIGN std::array<float, kBlock> inverse_deviation, score;
  std::uint64_t usable = 0, passed = 0;
};

template <template <class> class NodeTest>
HWY_INLINE void first_stage(const Program& program, const Level& level, std::size_t first,
                            std::size_t windows, const StageProgram& stage, Block& block) {
  using F = hn::ScalableTag<float>;
  const F df;
  const Offsets& at = level.phases.front();
  block.usable = block.passed = 0;
  for (std::size_t i = 0; i < windows; i += hn::Lanes(df)) {
    const AdjacentReader<F> read{first + i};
    VF<F> inverse = hn::Zero(df), score = hn::Zero(df);
    if (program.haar) inverse = inverse_deviations(df, program, level, at, read);
    const NodeTest<F> goes_left{program, level, at.corners.data(), at.nodes.data(), read, inverse};
    const MF<F> passed = passed_stage(df, program, stage, goes_left, score);
    hn::StoreU(inverse, df, block.inverse_deviation.data() + i);
    hn::StoreU(score, df, block.score.data() + i);
    block.usable |= bits_of(df, hn::Lt(inverse, hn::Set(df, program.flat_from))) << i;
    block.passed |= bits_of(df, passed) << i;
  }
}

template <template <class> class NodeTest>
HWY_INLINE void scan_row_by(const Program& program, const Level& level, std::size_t first,
                            std::size_t windows, Neighbours neighbours, std::span<const StageProgram> stages,
                            Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const I<F> di;
  const Offsets& at = level.phases.front();
  Block block;
  SkippedWindows skipped;
  std::size_t count = survivors.count;
  for (std::size_t b = 0; b < windows; b += kBlock) {
    const std::size_t here = std::min(kBlock, windows - b);
    first_stage<NodeTest>(program, level, first + b, here, stages.front(), block);
    const std::uint64_t all = here == kBlock ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    std::uint64_t active = block.usable & block.passed & all;
    if (neighbours == Neighbours::not_after_rejected) active &= ~skipped(block.usable & ~block.passed & all);
    for (std::size_t i = 0; i < here; i += hn::Lanes(df)) {
      if ((active >> i) == 0) break;
      MF<F> left = mask_of(df, active >> i);
      if (hn::AllFalse(df, left)) continue;
      const AdjacentReader<F> read{first + b + i};
      const VF<F> inverse = hn::LoadU(df, block.inverse_deviation.data() + i);
      VF<F> score = hn::LoadU(df, block.score.data() + i);
      const NodeTest<F> goes_left{program, level, at.corners.data(), at.nodes.data(), read, inverse};
      for (const StageProgram& stage : stages.subspan(1)) {
        left = hn::And(left, passed_stage(df, program, stage, goes_left, score));
        if (hn::AllFalse(df, left)) break;
      }
      const VI<F> places = hn::Iota(di, static_cast<std::int32_t>(first + b + i));
      hn::CompressStore(places, hn::RebindMask(di, left), di, survivors.place.data() + count);
      hn::CompressStore(inverse, left, df, survivors.inverse_deviation.data() + count);
      count += hn::CompressStore(score, left, df, survivors.score.data() + count);
    }
  }
  survivors.count = count;
}

void ScanRow(const Program& program, const Level& level, std::size_t first, std::size_t windows,
             Neighbours neighbours, std::span<const StageProgram> stages, Survivors& survivors) {
  if (program.haar)
    return scan_row_by<HaarNodeTest>(program, level, first, windows, neighbours, stages, survivors);
  scan_row_by<LbpNodeTest>(program, level, first, windows, neighbours, stages, survivors);
}

/// Survivors come in clusters. A gather costs one load per lane, so loading a whole register from the first window of a cluster on is
/// faster, even if few of its lanes are survivors.
template <template <class> class NodeTest>
HWY_INLINE void sift_by(const Program& program, const Level& level, std::size_t phase,
                        const StageProgram& stage, Survivors& survivors) {
  using F = hn::CappedTag<float, kClusterLanes>;
  const F df;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(df));
  const Offsets& at = level.phases[phase];
  HWY_ALIGN std::array<float, kClusterLanes> inverses{}, scores{};
  std::size_t kept = 0;
  for (std::size_t i = 0; i < survivors.count;) {
    const std::int32_t first = survivors.place[i];
    const auto in_reach = [&](std::size_t j) {
      return j < survivors.count && survivors.place[j] >= first && survivors.place[j] - first < lanes;
    };
    std::size_t end = i;
    for (; in_reach(end); ++end)
      inverses[static_cast<std::size_t>(survivors.place[end] - first)] = survivors.inverse_deviation[end];
    const AdjacentReader<F> read{static_cast<std::size_t>(first)};
    const NodeTest<F> goes_left{program,         level, at.corners.data(),
                                at.nodes.data(), read,  hn::Load(df, inverses.data())};
    VF<F> score = hn::Zero(df);
    const std::uint64_t passed = bits_of(df, passed_stage(df, program, stage, goes_left, score));
    hn::Store(score, df, scores.data());
    for (; i < end; ++i) {
      const auto lane = static_cast<std::size_t>(survivors.place[i] - first);
      if ((passed >> lane & 1) == 0) continue;
      survivors.place[kept] = survivors.place[i];
      survivors.inverse_deviation[kept] = survivors.inverse_deviation[i];
      survivors.score[kept++] = scores[lane];
    }
  }
  survivors.count = kept;
}

void Sift(const Program& program, const Level& level, std::size_t phase, const StageProgram& stage,
          Survivors& survivors) {
  if (program.haar) return sift_by<HaarNodeTest>(program, level, phase, stage, survivors);
  sift_by<LbpNodeTest>(program, level, phase, stage, survivors);
}

}  // namespace ocelli::opencv_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::opencv_kernel {

HWY_EXPORT(ScanRow);
HWY_EXPORT(Sift);

void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              Neighbours neighbours, std::span<const StageProgram> stages, Survivors& survivors) {
  level.prepare(program, 0, stages.back().node_end);
  HWY_DYNAMIC_DISPATCH(ScanRow)(program, level, first, windows, neighbours, stages, survivors);
}

void sift(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
          Survivors& survivors) {
  level.prepare(program, phase, stage.node_end);
  HWY_DYNAMIC_DISPATCH(Sift)(program, level, phase, stage, survivors);
}

}  // namespace ocelli::opencv_kernel
#endif  // HWY_ONCE
