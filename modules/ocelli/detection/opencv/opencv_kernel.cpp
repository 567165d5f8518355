#include "ocelli/detection/opencv/opencv_kernel.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "ocelli/detection/opencv/skipped_windows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/opencv/opencv_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ocelli/detection/opencv/opencv_stage_kernel.hpp"
#include "ocelli/detection/survivor_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::opencv_kernel::HWY_NAMESPACE {

/// Half a register of inverse deviations. The squared sum is an unsigned integer that was converted as if
/// signed.
template <class F>
HWY_INLINE VD<F> inverse_deviation(F /*df*/, const Program& program, VD<F> sum, VD<F> squared) {
  const D<F> dd;
  const double area = static_cast<double>(program.width - 2) * static_cast<double>(program.height - 2);
  const VD<F> wrapped =
      hn::IfThenElse(hn::Lt(squared, hn::Zero(dd)), hn::Add(squared, hn::Set(dd, 4294967296.0)), squared);
  const VD<F> spread = hn::Sub(hn::Mul(hn::Set(dd, area), wrapped), hn::Mul(sum, sum));
  return hn::Div(hn::Set(dd, 1.0), hn::Sqrt(hn::Max(spread, hn::Zero(dd))));
}

/// Infinity for windows with a single gray level.
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

/// A block of windows after the first stage: bit masks of those with enough contrast and those that passed,
/// and their values.
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
  const std::size_t lanes = hn::Lanes(df);
  const auto test_of = [&](std::size_t i) HWY_ATTR {
    const AdjacentReader<F> read{first + i};
    const VF<F> inverse = program.haar ? inverse_deviations(df, program, level, at, read) : hn::Zero(df);
    return NodeTest<F>{program, level, at.corners.data(), at.nodes.data(), read, inverse};
  };
  const auto keep = [&](std::size_t i, const auto& one) HWY_ATTR {
    const VF<F> inverse = one.goes_left.inverse_deviation;
    hn::StoreU(inverse, df, block.inverse_deviation.data() + i);
    hn::StoreU(one.sum.score(), df, block.score.data() + i);
    block.usable |= bits_of(df, hn::Lt(inverse, hn::Set(df, program.flat_from))) << i;
    block.passed |= bits_of(df, one.sum.reaches(stage.threshold)) << i;
  };
  constexpr bool kPairs = NodeTest<F>::kCommon;
  // Tables extend far enough past their last row for the second register.
  for (std::size_t i = 0; i < windows; i += (kPairs ? 2 : 1) * lanes) {
    Windows<F, NodeTest<F>> one{test_of(i), {}};
    if constexpr (kPairs) {
      Windows<F, NodeTest<F>> other{test_of(i + lanes), {}};
      run_stage(df, program, stage, one, other);
      keep(i + lanes, other);
    } else {
      run_stage(df, program, stage, one);
    }
    keep(i, one);
  }
}

template <template <class> class NodeTest>
HWY_INLINE void scan_row_by(const Program& program, const Level& level, std::size_t first,
                            std::size_t windows, Neighbors neighbors, std::span<const StageProgram> stages,
                            Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const Offsets& at = level.phases.front();
  Block block;
  SkippedWindows skipped;
  for (std::size_t b = 0; b < windows; b += kBlock) {
    const std::size_t here = std::min(kBlock, windows - b);
    first_stage<NodeTest>(program, level, first + b, here, stages.front(), block);
    const std::uint64_t all = here == kBlock ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    std::uint64_t active = block.usable & block.passed & all;
    if (neighbors == Neighbors::not_after_rejected) active &= ~skipped(block.usable & ~block.passed & all);
    for (std::size_t i = 0; i < here; i += hn::Lanes(df)) {
      if ((active >> i) == 0) break;
      MF<F> left = mask_of(df, active >> i);
      if (hn::AllFalse(df, left)) continue;
      const AdjacentReader<F> read{first + b + i};
      const VF<F> inverse = hn::LoadU(df, block.inverse_deviation.data() + i);
      VF<F> score = hn::LoadU(df, block.score.data() + i);
      const NodeTest<F> goes_left{program, level, at.corners.data(), at.nodes.data(), read, inverse};
      for (const StageProgram& stage : stages.subspan(1)) {
        Windows<F, NodeTest<F>> one{goes_left, {}};
        run_stage(df, program, stage, one);
        left = hn::And(left, one.sum.reaches(stage.threshold));
        score = one.sum.score();
        if (hn::AllFalse(df, left)) break;
      }
      scan_kernel::HWY_NAMESPACE::append(df, left, first + b + i, inverse, score, survivors);
    }
  }
}

void ScanRow(const Program& program, const Level& level, std::size_t first, std::size_t windows,
             Neighbors neighbors, std::span<const StageProgram> stages, Survivors& survivors) {
  if (program.haar)
    return scan_row_by<HaarNodeTest>(program, level, first, windows, neighbors, stages, survivors);
  scan_row_by<LbpNodeTest>(program, level, first, windows, neighbors, stages, survivors);
}

/// Survivors come in clusters. A gather costs one load per lane, so it is faster to load a whole register
/// from the first window of a cluster on, even if few of its lanes are survivors.
struct Cluster {
  std::size_t begin = 0, end = 0;  ///< in the list of survivors
  std::int32_t place = 0;          ///< of the first window
  HWY_ALIGN std::array<float, kClusterLanes> inverse_deviation{};
};

HWY_INLINE Cluster cluster_at(const Survivors& survivors, std::size_t begin, std::int32_t lanes) {
  Cluster cluster{.begin = begin, .end = begin, .place = survivors.place[begin]};
  for (std::size_t i = begin; i < survivors.count; cluster.end = ++i) {
    const std::int32_t lane = survivors.place[i] - cluster.place;
    if (lane < 0 || lane >= lanes) break;
    cluster.inverse_deviation[static_cast<std::size_t>(lane)] = survivors.inverse_deviation[i];
  }
  return cluster;
}

/// Moves the windows of a cluster that passed to the end of those already kept.
template <class F>
HWY_INLINE void keep_passed(F df, const Cluster& cluster, MF<F> passed, VF<F> score, Survivors& survivors,
                            std::size_t& kept) {
  HWY_ALIGN std::array<float, kClusterLanes> scores;
  hn::Store(score, df, scores.data());
  const std::uint64_t lanes = bits_of(df, passed);
  for (std::size_t i = cluster.begin; i < cluster.end; ++i) {
    const auto lane = static_cast<std::size_t>(survivors.place[i] - cluster.place);
    if ((lanes >> lane & 1) == 0) continue;
    survivors.place[kept] = survivors.place[i];
    survivors.inverse_deviation[kept] = survivors.inverse_deviation[i];
    survivors.score[kept++] = scores[lane];
  }
}

/// Processes two clusters at a time, which share the loads of common nodes.
template <template <class> class NodeTest>
HWY_INLINE void run_nodes(const Program& program, const Level& level, std::size_t phase,
                          const StageProgram& stage, Survivors& survivors) {
  using F = hn::CappedTag<float, kClusterLanes>;
  const F df;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(df));
  const Offsets& at = level.phases[phase];
  const auto test_of = [&](const Cluster& cluster) HWY_ATTR {
    const AdjacentReader<F> read{static_cast<std::size_t>(cluster.place)};
    return NodeTest<F>{program,         level, at.corners.data(),
                       at.nodes.data(), read,  hn::Load(df, cluster.inverse_deviation.data())};
  };
  const auto keep = [&](const Cluster& cluster, const VoteSum<F>& sum, std::size_t& kept) HWY_ATTR {
    keep_passed(df, cluster, sum.reaches(stage.threshold), sum.score(), survivors, kept);
  };
  std::size_t kept = 0;
  for (std::size_t i = 0; i < survivors.count;) {
    const Cluster one = cluster_at(survivors, i, lanes);
    Windows<F, NodeTest<F>> first{test_of(one), {}};
    i = one.end;
    if constexpr (NodeTest<F>::kCommon) {
      if (i < survivors.count) {
        const Cluster other = cluster_at(survivors, i, lanes);
        Windows<F, NodeTest<F>> second{test_of(other), {}};
        run_stage(df, program, stage, first, second);
        keep(one, first.sum, kept);
        keep(other, second.sum, kept);
        i = other.end;
        continue;
      }
    }
    run_stage(df, program, stage, first);
    keep(one, first.sum, kept);
  }
  survivors.count = kept;
}

void RunSparseStage(const Program& program, const Level& level, std::size_t phase, const StageProgram& stage,
                    Survivors& survivors) {
  if (program.haar) return run_nodes<HaarNodeTest>(program, level, phase, stage, survivors);
  run_nodes<LbpNodeTest>(program, level, phase, stage, survivors);
}

}  // namespace ocelli::internal::opencv_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::opencv_kernel {

HWY_EXPORT(ScanRow);
HWY_EXPORT(RunSparseStage);

void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              Neighbors neighbors, std::span<const StageProgram> stages, Survivors& survivors) {
  level.prepare(program, 0, stages.back().node_end);
  HWY_DYNAMIC_DISPATCH(ScanRow)(program, level, first, windows, neighbors, stages, survivors);
}

void run_sparse_stage(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
                      Survivors& survivors) {
  level.prepare(program, phase, stage.node_end);
  HWY_DYNAMIC_DISPATCH(RunSparseStage)(program, level, phase, stage, survivors);
}

}  // namespace ocelli::internal::opencv_kernel
#endif  // HWY_ONCE
