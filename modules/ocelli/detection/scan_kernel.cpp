#include "ocelli/detection/scan_kernel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/scan_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ocelli/detection/survivor_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::scan_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Registers of numbers and of integers, whole or capped: `F` is a Highway tag.
template <class F>
using VF = hn::Vec<F>;
template <class F>
using I = hn::RebindToSigned<F>;
template <class F>
using VI = hn::Vec<I<F>>;

HWY_INLINE const std::int32_t* entries(const IntegralTable& table) {
  return reinterpret_cast<const std::int32_t*>(table.data());
}

/// Reads table entries of neighbouring windows, for register `r`.
template <class F>
struct DenseReader {
  const std::int32_t* at;
  HWY_INLINE VI<F> operator()(std::int32_t offset, std::size_t r = 0) const {
    return hn::LoadU(I<F>(), at + offset + r * hn::Lanes(F()));
  }
};

/// Reads table entries of scattered windows.
template <class F>
struct SparseReader {
  const std::int32_t* table;
  VI<F> places;
  HWY_INLINE VI<F> operator()(std::int32_t offset) const {
    return hn::GatherIndex(I<F>(), table + offset, places);
  }
};

/// Some registers of windows, which go through a cascade together: offsets are loaded once for all, and one register does not wait for another.
template <class F, std::size_t kRegisters>
struct Windows {
  VF<F> inverse_deviation[kRegisters], score[kRegisters];
};

/// Adds the bins of a feature's responses to `bins` times what is in `cells`.
template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void add_bins(F df, const Program& program, const Offsets& at, const FeatureProgram& feature,
                         const Reader& read, const Windows<F, kRegisters>& windows,
                         VF<F> (&cells)[kRegisters]) {
  const I<F> di;
  const std::int32_t *offset = at.corners.data() + feature.corner_begin,
                     *const pair_end = at.corners.data() + feature.pair_end,
                     *const end = at.corners.data() + feature.corner_end;
  VI<F> response[kRegisters];
  for (VI<F>& own : response) own = hn::Zero(di);
  for (; offset < pair_end; offset += 2) {
    for (std::size_t r = 0; r < kRegisters; ++r)
      response[r] = hn::Add(response[r], hn::Sub(read(offset[0], r), read(offset[1], r)));
  }
  const std::int32_t* weight = program.weights.data() + feature.pair_end;
  for (; offset < end; ++offset, ++weight) {
    const VI<F> times = hn::Set(di, *weight);
    for (std::size_t r = 0; r < kRegisters; ++r)
      response[r] = hn::Add(response[r], hn::Mul(read(*offset, r), times));
  }
  const VF<F> bins = hn::Set(df, static_cast<float>(program.bins));
  const VF<F> last = hn::Set(df, static_cast<float>(program.bins - 1));
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const VF<F> z = hn::Mul(hn::ConvertTo(df, response[r]), windows.inverse_deviation[r]);
    const VF<F> place = hn::Mul(hn::Sub(z, hn::Set(df, feature.low)), hn::Set(df, feature.scale));
    const VF<F> bin = hn::Trunc(hn::Min(hn::Max(place, hn::Zero(df)), last));
    cells[r] = hn::Add(hn::Mul(cells[r], bins), bin);
  }
}

/// Small whole numbers as integers, without what a conversion takes for numbers out of range.
template <class F>
HWY_INLINE VI<F> to_integers(F df, VF<F> numbers) {
  constexpr int kMantissaBits = 23;
  const I<F> di;
  const VF<F> one =
      hn::Set(df, static_cast<float>(1 << kMantissaBits));  // one in the last bit of the mantissa
  return hn::And(hn::BitCast(di, hn::Add(numbers, one)), hn::Set(di, (1 << kMantissaBits) - 1));
}

/// Numbers of a table of kParts registers, one a lane: of its halves, the bit of the cells that tells them apart chooses. `lane` are the cells' lower bits.
template <std::size_t kParts, class F, class Indices>
HWY_INLINE VF<F> look_up_parts(F df, const float* table, VI<F> cells, Indices lane) {
  if constexpr (kParts == 1) return hn::TableLookupLanes(hn::LoadU(df, table), lane);
  if constexpr (kParts > 1) {
    constexpr std::size_t kHalf = kParts / 2 * hn::MaxLanes(F());
    constexpr int kToSign = std::countl_zero(static_cast<std::uint32_t>(kHalf));
    const VF<F> upper = look_up_parts<kParts / 2>(df, table + kHalf, cells, lane);
    const VF<F> lower = look_up_parts<kParts / 2>(df, table, cells, lane);
    return hn::IfNegativeThenElse(hn::BitCast(df, hn::ShiftLeft<kToSign>(cells)), upper, lower);
  }
}

/// Numbers of a table, one a lane. A gather takes a load a lane and more, so a table of a few registers is read whole.
template <class F>
HWY_INLINE VF<F> look_up(F df, std::span<const float> table, VI<F> cells) {
  constexpr std::size_t kLanes = hn::MaxLanes(F());
  const I<F> di;
  if constexpr (kLanes >= 8) {
    const auto lane =
        hn::IndicesFromVec(df, hn::And(cells, hn::Set(di, static_cast<std::int32_t>(kLanes - 1))));
    if (table.size() == 8 * kLanes) return look_up_parts<8>(df, table.data(), cells, lane);
    if (table.size() == 4 * kLanes) return look_up_parts<4>(df, table.data(), cells, lane);
    if (table.size() == 2 * kLanes) return look_up_parts<2>(df, table.data(), cells, lane);
  }
  return hn::GatherIndex(df, table.data(), cells);
}

template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void add_stage(F df, const Program& program, const Offsets& at, const StageProgram& stage,
                          const Reader& read, Windows<F, kRegisters>& windows) {
  for (std::uint32_t m = stage.weak_begin; m < stage.weak_end; ++m) {
    const FeatureProgram* const feature = program.features.data() + m * program.joint;
    VF<F> cells[kRegisters];
    for (VF<F>& own : cells) own = hn::Zero(df);
    for (std::uint32_t f = 0; f < program.joint; ++f)
      add_bins(df, program, at, feature[f], read, windows, cells);
    const std::span<const float> table(program.tables + m * program.cells, program.cells);
    for (std::size_t r = 0; r < kRegisters; ++r)
      windows.score[r] = hn::Add(windows.score[r], look_up(df, table, to_integers(df, cells[r])));
  }
}

/// ocelli::inverse_deviation, the same operations in the same order.
template <class F, class Reader>
HWY_INLINE VF<F> inverse_deviations(F df, const Program& program, const Offsets& at, const Reader& read_sum,
                                    const Reader& read_squared) {
  const auto window_sum = [&](const Reader& read) HWY_ATTR {
    const std::int32_t* o = at.window;
    return hn::ConvertTo(df, hn::Add(hn::Sub(hn::Sub(read(o[3]), read(o[1])), read(o[2])), read(o[0])));
  };
  const VF<F> per_pixel = hn::Set(df, 1.0f / static_cast<float>(program.width * program.height));
  const VF<F> mean = hn::Mul(window_sum(read_sum), per_pixel);
  const VF<F> variance = hn::Sub(hn::Mul(window_sum(read_squared), per_pixel), hn::Mul(mean, mean));
  const VF<F> floor = hn::Set(df, program.min_deviation * program.min_deviation);
  return hn::Div(hn::Set(df, 1.0f), hn::Sqrt(hn::Max(variance, floor)));
}

/// Runs stages on kRegisters registers of adjacent windows, of which the last may have less than a register full.
template <std::size_t kRegisters>
HWY_INLINE void scan_adjacent(const Program& program, const Level& level, std::size_t first,
                              std::size_t count, std::span<const StageProgram> stages, Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const std::size_t lanes = hn::Lanes(df);
  const Offsets& at = level.phases.front();
  const DenseReader<F> read{entries(*level.sum) + first};
  Windows<F, kRegisters> windows;
  hn::Mask<F> passed[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    windows.inverse_deviation[r] =
        inverse_deviations(df, program, at, DenseReader<F>{read.at + r * lanes},
                           DenseReader<F>{entries(*level.squared) + first + r * lanes});
    windows.score[r] = hn::Zero(df);
    passed[r] = hn::FirstN(df, count - r * lanes);
  }
  for (const StageProgram& stage : stages) {
    add_stage(df, program, at, stage, read, windows);
    bool any = false;
    for (std::size_t r = 0; r < kRegisters; ++r) {
      passed[r] = hn::And(passed[r], hn::Ge(windows.score[r], hn::Set(df, stage.threshold)));
      any |= !hn::AllFalse(df, passed[r]);
    }
    if (!any) return;
  }
  for (std::size_t r = 0; r < kRegisters; ++r) {
    append(df, passed[r], first + r * lanes, windows.inverse_deviation[r], windows.score[r], survivors);
  }
}

void ScanRow(const Program& program, const Level& level, std::size_t first, std::size_t windows,
             std::span<const StageProgram> stages, Survivors& survivors) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<float>());
  std::size_t i = 0;
  for (; i + 3 * lanes < windows; i += 4 * lanes)
    scan_adjacent<4>(program, level, first + i, windows - i, stages, survivors);
  for (; i + lanes < windows; i += 2 * lanes)
    scan_adjacent<2>(program, level, first + i, windows - i, stages, survivors);
  if (i < windows) scan_adjacent<1>(program, level, first + i, windows - i, stages, survivors);
}

/// Places from i on; lanes past the end look at the first window, which is always there.
template <class F>
HWY_INLINE VI<F> places_from(F /*df*/, std::size_t i, const Survivors& survivors) {
  const I<F> di;
  const std::int32_t* places = survivors.place.data();
  return hn::IfThenElse(hn::FirstN(di, survivors.count - i), hn::LoadU(di, places + i), hn::Set(di, *places));
}

void Begin(const Program& program, const Level& level, std::size_t phase, Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const std::int32_t *table = entries(*level.sum), *squared = entries(*level.squared);
  for (std::size_t i = 0; i < survivors.count; i += hn::Lanes(df)) {
    const VI<F> places = places_from(df, i, survivors);
    hn::StoreU(inverse_deviations(df, program, level.phases[phase], SparseReader<F>{table, places},
                                  SparseReader<F>{squared, places}),
               df, survivors.inverse_deviation.data() + i);
    hn::StoreU(hn::Zero(df), df, survivors.score.data() + i);
  }
}

/// The most adjacent windows that a group spans, the most groups in a register, and in all registers that go through a stage together.
constexpr std::size_t kGroup = HWY_TARGET == HWY_SCALAR ? 1 : 4;
constexpr std::size_t kGroupsOfRegister = hn::MaxLanes(hn::ScalableTag<float>()) / kGroup;
constexpr std::size_t kGroups = 4 * kGroupsOfRegister;

/// Table entries of kGroup adjacent windows from each place on, a register full.
template <class DI>
HWY_INLINE hn::Vec<DI> load_groups(DI di, const std::int32_t* const* at, std::int32_t offset) {
#if HWY_TARGET != HWY_SCALAR
  constexpr std::size_t kLanes = hn::MaxLanes(DI());
  if constexpr (kLanes > kGroup) {
    const hn::Half<DI> half;
    return hn::Combine(di, load_groups(half, at + kLanes / kGroup / 2, offset),
                       load_groups(half, at, offset));
  }
#endif
  return hn::LoadU(di, at[0] + offset);
}

/// Reads table entries of groups of adjacent windows, for register `r`.
template <class F>
struct GroupReader {
  const std::int32_t* const* at;
  HWY_INLINE VI<F> operator()(std::int32_t offset, std::size_t r) const {
    return load_groups(I<F>(), at + r * hn::Lanes(F()) / kGroup, offset);
  }
};

/// Survivors of a list in the lanes of some registers. Survivors come in clusters, and a load brings the entries of all windows of a group, even if
/// only some of them are survivors, where a gather takes a load a window.
struct GroupedWindows {
  std::size_t begin = 0, end = 0, groups = 0;  ///< in the list
  std::array<const std::int32_t*, kGroups> at{};
  HWY_ALIGN std::array<float, kGroups * kGroup> inverse_deviation{}, score{};
  std::array<std::uint8_t, kGroups * kGroup> lanes{};  ///< of the survivors

  /// As many survivors from `first` on as there is room for.
  HWY_INLINE void fill(const Survivors& survivors, std::size_t first, const std::int32_t* table) {
    begin = end = first;
    for (groups = 0; groups < kGroups && end < survivors.count; ++groups) {
      const std::int32_t place = survivors.place[end];
      at[groups] = table + place;
      for (; end < survivors.count; ++end) {
        const auto step = static_cast<std::uint32_t>(survivors.place[end] - place);
        if (step >= kGroup) break;
        const std::size_t lane = groups * kGroup + step;
        inverse_deviation[lane] = survivors.inverse_deviation[end];
        score[lane] = survivors.score[end];
        lanes[end - begin] = static_cast<std::uint8_t>(lane);
      }
    }
    std::fill(at.begin() + static_cast<std::ptrdiff_t>(groups), at.end(), at[0]);
  }
};

/// Runs a stage on grouped windows, which fit so many registers, and moves those that pass behind the survivors kept before.
template <std::size_t kRegisters, class F>
HWY_INLINE void sift_groups(F df, const Program& program, const Offsets& at, const StageProgram& stage,
                            GroupedWindows& grouped, Survivors& survivors, std::size_t& kept) {
  Windows<F, kRegisters> windows;
  for (std::size_t r = 0; r < kRegisters; ++r) {
    windows.inverse_deviation[r] = hn::Load(df, grouped.inverse_deviation.data() + r * hn::Lanes(df));
    windows.score[r] = hn::Load(df, grouped.score.data() + r * hn::Lanes(df));
  }
  add_stage(df, program, at, stage, GroupReader<F>{grouped.at.data()}, windows);
  for (std::size_t r = 0; r < kRegisters; ++r)
    hn::Store(windows.score[r], df, grouped.score.data() + r * hn::Lanes(df));
  for (std::size_t i = grouped.begin; i < grouped.end; ++i) {
    const float own = grouped.score[grouped.lanes[i - grouped.begin]];
    survivors.place[kept] = survivors.place[i];
    survivors.inverse_deviation[kept] = survivors.inverse_deviation[i];
    survivors.score[kept] = own;
    kept += own >= stage.threshold ? 1 : 0;
  }
}

template <std::size_t kRegisters>
using Registers = std::integral_constant<std::size_t, kRegisters>;

/// In as few registers as hold the groups, of which few go in a narrow one.
template <class SiftIn>
HWY_INLINE void sift_in_fewest(std::size_t groups, SiftIn&& sift) {
  const hn::ScalableTag<float> whole;
  if (groups > 2 * kGroupsOfRegister) return sift(whole, Registers<4>());
  if (groups > kGroupsOfRegister) return sift(whole, Registers<2>());
  if (groups <= 1) return sift(hn::CappedTag<float, kGroup>(), Registers<1>());
  if (groups <= 2) return sift(hn::CappedTag<float, 2 * kGroup>(), Registers<1>());
  sift(whole, Registers<1>());
}

void Sift(const Program& program, const Level& level, std::size_t phase, const StageProgram& stage,
          Survivors& survivors) {
  const Offsets& at = level.phases[phase];
  const std::int32_t* const table = entries(*level.sum);
  GroupedWindows windows;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < survivors.count; i = windows.end) {
    windows.fill(survivors, i, table);
    sift_in_fewest(windows.groups, [&](auto df, auto registers) HWY_ATTR {
      sift_groups<registers()>(df, program, at, stage, windows, survivors, kept);
    });
  }
  survivors.count = kept;
}

}  // namespace ocelli::scan_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::scan_kernel {

HWY_EXPORT(ScanRow);
HWY_EXPORT(Begin);
HWY_EXPORT(Sift);

void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              std::span<const StageProgram> stages, Survivors& survivors) {
  if (!stages.empty()) level.prepare(program, 0, stages.back().weak_end);
  HWY_DYNAMIC_DISPATCH(ScanRow)(program, level, first, windows, stages, survivors);
}

void begin(const Program& program, const Level& level, std::size_t phase, Survivors& survivors) {
  HWY_DYNAMIC_DISPATCH(Begin)(program, level, phase, survivors);
}

void sift(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
          Survivors& survivors) {
  level.prepare(program, phase, stage.weak_end);
  HWY_DYNAMIC_DISPATCH(Sift)(program, level, phase, stage, survivors);
}

namespace {

/// Appends corners as FeatureProgram wants them and tells the number of pairs.
std::size_t append_corners(std::span<const WeightedCorner> corners, std::vector<WeightedCorner>& list) {
  std::vector<WeightedCorner> plus, minus, others;
  for (const WeightedCorner& corner : corners)
    (corner.weight == 1 ? plus : corner.weight == -1 ? minus : others).push_back(corner);
  const std::size_t pairs = std::min(plus.size(), minus.size());
  for (std::size_t p = 0; p < pairs; ++p) list.insert(list.end(), {plus[p], minus[p]});
  list.insert(list.end(), plus.begin() + static_cast<std::ptrdiff_t>(pairs), plus.end());
  list.insert(list.end(), minus.begin() + static_cast<std::ptrdiff_t>(pairs), minus.end());
  list.insert(list.end(), others.begin(), others.end());
  return pairs;
}

}  // namespace

Program::Program(const Cascade& cascade)
    : width(cascade.width()),
      height(cascade.height()),
      bins(cascade.bins()),
      joint(static_cast<std::uint32_t>(cascade.parts().joint)),
      cells(static_cast<std::uint32_t>(cascade.parts().cells())),
      min_deviation(cascade.min_deviation()),
      tables(cascade.parts().tables.data()) {
  for (const BinnedFeature& binned : cascade.parts().features) {
    const std::size_t begin = corners.size();
    const std::size_t pairs = append_corners(ocelli::corners(binned.feature), corners);
    features.push_back({.corner_begin = static_cast<std::uint32_t>(begin),
                        .pair_end = static_cast<std::uint32_t>(begin + 2 * pairs),
                        .corner_end = static_cast<std::uint32_t>(corners.size()),
                        .low = binned.low,
                        .scale = binned.scale});
  }
  for (const WeightedCorner& corner : corners) weights.push_back(corner.weight);
  std::uint32_t begin = 0;
  for (const CascadeStage& stage : cascade.stages()) {
    stages.push_back({begin, stage.end, stage.threshold});
    begin = stage.end;
  }
}

void Level::assign(const Program& program, const IntegralTable& sum_table,
                   const IntegralTable& squared_table) {
  sum = &sum_table;
  squared = &squared_table;
  const auto phase_count = static_cast<std::size_t>(sum_table.phases());
  phases.resize(std::max(phases.size(), phase_count));  // never fewer: their memory is for the next level
  const auto last_row = static_cast<std::int32_t>(sum_table.stride()) * program.height;
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    Offsets& at = phases[phase];
    const int left = static_cast<int>(phase);
    at.corners.resize(program.corners.size());
    at.ready = 0;
    at.columns.clear();
    for (int x = 0; x <= program.width; ++x) {
      at.columns.push_back(static_cast<std::int32_t>(sum_table.index(0, left + x)) -
                           static_cast<std::int32_t>(sum_table.index(0, left)));
    }
    const std::int32_t right = at.columns.back();
    std::ranges::copy(std::array{0, right, last_row, last_row + right}, at.window);
  }
}

void Level::prepare(const Program& program, std::size_t phase, std::uint32_t weak_end) {
  Offsets& at = phases[phase];
  const std::size_t end = weak_end == 0 ? 0 : program.features[weak_end * program.joint - 1].corner_end;
  if (at.ready >= end) return;
  const auto row = static_cast<std::int32_t>(sum->stride());
  std::transform(program.corners.data() + at.ready, program.corners.data() + end,
                 at.corners.data() + at.ready,
                 [row, columns = at.columns.data()](WeightedCorner c) { return c.y * row + columns[c.x]; });
  at.ready = end;
}

void Survivors::take(Survivors& other) {
  reserve(count + other.count);
  const auto append = [&](auto& list, const auto& others) {
    std::copy_n(others.begin(), other.count, list.begin() + static_cast<std::ptrdiff_t>(count));
  };
  append(place, other.place);
  append(inverse_deviation, other.inverse_deviation);
  append(score, other.score);
  count += other.count;
  other.count = 0;
}

void Survivors::reserve(std::size_t capacity) {
  constexpr std::size_t kRegister = 64;
  if (place.size() >= capacity + kRegister) return;
  place.resize(capacity + kRegister);
  inverse_deviation.resize(capacity + kRegister);
  score.resize(capacity + kRegister);
}

}  // namespace ocelli::scan_kernel
#endif  // HWY_ONCE
