#include "ocelli/detection/scan_kernel.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/scan_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ocelli/detection/scan_stage_kernel.hpp"
#include "ocelli/detection/survivor_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::scan_kernel::HWY_NAMESPACE {
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

/// Reads table entries of windows side by side in each register, for register `r` from its own first window on.
template <class F, std::size_t kRegisters>
struct RegisterReader {
  const std::int32_t* at[kRegisters];
  HWY_INLINE VI<F> operator()(std::int32_t offset, std::size_t r) const {
    return hn::LoadU(I<F>(), at[r] + offset);
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

template <std::size_t kRegisters>
using Registers = std::integral_constant<std::size_t, kRegisters>;

/// Calls `run` for so many registers: four at a time, and of the last ones for two and for one. Three are run as four.
template <class Run>
HWY_INLINE void in_fours_twos_and_one(std::size_t count, Run&& run) {
  std::size_t r = 0;
  for (; r + 2 < count; r += 4) run(Registers<4>(), r);
  for (; r + 1 < count; r += 2) run(Registers<2>(), r);
  if (r < count) run(Registers<1>(), r);
}

/// Registers of adjacent windows of which some have passed so far.
template <class F>
struct PassedRegisters {
  static constexpr std::size_t kMost = 32, kTogether = 4;

  std::size_t count = 0;
  const std::int32_t* at[kMost + kTogether];  ///< the first window, in the table
  Windows<F> windows[kMost + kTogether];
  hn::Mask<F> passed[kMost + kTogether];

  HWY_INLINE void add(F df, const std::int32_t* place, const Windows<F>& own, hn::Mask<F> passed_there) {
    at[count] = place;
    windows[count] = own;
    passed[count] = passed_there;
    count += hn::AllFalse(df, passed_there) ? 0 : 1;
  }

  /// Takes all out, behind which come copies of the last one, to be run beside others.
  HWY_INLINE std::size_t take_all() {
    for (std::size_t r = count; r < count + kTogether - 1; ++r) {
      at[r] = at[count - 1];
      windows[r] = windows[count - 1];
    }
    return std::exchange(count, 0);
  }
};

/// Runs the first stage, if there is one, on kRegisters registers of adjacent windows, of which the last may have less than a register full.
template <std::size_t kRegisters, class F>
HWY_INLINE void begin_adjacent(F df, const Program& program, const Level& level, std::size_t first,
                               std::size_t count, std::span<const StageProgram> stages,
                               PassedRegisters<F>& passed) {
  const std::size_t lanes = hn::Lanes(df);
  const Offsets& at = level.phases.front();
  const DenseReader<F> read{entries(*level.sum) + first};
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const DenseReader<F> read_sum{read.at + r * lanes},
        read_squared{entries(*level.squared) + first + r * lanes};
    windows[r] = {inverse_deviations(df, program, at, read_sum, read_squared), hn::Zero(df)};
  }
  if (!stages.empty()) add_stage(df, program, at, stages.front(), read, windows);
  const VF<F> threshold = hn::Set(df, stages.empty() ? 0 : stages.front().threshold);
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const hn::Mask<F> there = hn::FirstN(df, count - std::min(count, r * lanes));
    passed.add(df, read.at + r * lanes, windows[r], hn::And(there, hn::Ge(windows[r].score, threshold)));
  }
}

/// Runs a stage on kRegisters of the first `count` registers, from `first` on, and keeps those in which a window passes.
template <std::size_t kRegisters, class F>
HWY_INLINE void continue_adjacent(F df, const Program& program, const Offsets& at, const StageProgram& stage,
                                  std::size_t first, std::size_t count, PassedRegisters<F>& passed) {
  RegisterReader<F, kRegisters> read;
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    read.at[r] = passed.at[first + r];
    windows[r] = passed.windows[first + r];
  }
  add_stage(df, program, at, stage, read, windows);
  const VF<F> threshold = hn::Set(df, stage.threshold);
  for (std::size_t r = 0; r < std::min(kRegisters, count - first); ++r) {
    passed.add(df, read.at[r], windows[r],
               hn::And(passed.passed[first + r], hn::Ge(windows[r].score, threshold)));
  }
}

/// Runs stages on at most PassedRegisters::kMost registers of adjacent windows.
template <class F>
HWY_INLINE void scan_adjacent(F df, const Program& program, const Level& level, std::size_t first,
                              std::size_t windows, std::span<const StageProgram> stages,
                              Survivors& survivors) {
  const std::size_t lanes = hn::Lanes(df);
  PassedRegisters<F> passed;
  in_fours_twos_and_one((windows + lanes - 1) / lanes, [&](auto registers, std::size_t r) HWY_ATTR {
    const std::size_t before = r * lanes;
    begin_adjacent<registers()>(df, program, level, first + before, windows - before, stages, passed);
  });
  for (std::size_t s = 1; s < stages.size() && passed.count > 0; ++s) {
    const std::size_t count = passed.take_all();
    in_fours_twos_and_one(count, [&](auto registers, std::size_t r) HWY_ATTR {
      continue_adjacent<registers()>(df, program, level.phases.front(), stages[s], r, count, passed);
    });
  }
  for (std::size_t r = 0; r < passed.count; ++r)
    append(df, passed.passed[r], static_cast<std::size_t>(passed.at[r] - entries(*level.sum)),
           passed.windows[r].inverse_deviation, passed.windows[r].score, survivors);
}

void ScanRow(const Program& program, const Level& level, std::size_t first, std::size_t windows,
             std::span<const StageProgram> stages, Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const std::size_t most = PassedRegisters<F>::kMost * hn::Lanes(df);
  for (std::size_t i = 0; i < windows; i += most)
    scan_adjacent(df, program, level, first + i, std::min(most, windows - i), stages, survivors);
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
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    windows[r].inverse_deviation = hn::Load(df, grouped.inverse_deviation.data() + r * hn::Lanes(df));
    windows[r].score = hn::Load(df, grouped.score.data() + r * hn::Lanes(df));
  }
  add_stage(df, program, at, stage, GroupReader<F>{grouped.at.data()}, windows);
  for (std::size_t r = 0; r < kRegisters; ++r)
    hn::Store(windows[r].score, df, grouped.score.data() + r * hn::Lanes(df));
  for (std::size_t i = grouped.begin; i < grouped.end; ++i) {
    const float own = grouped.score[grouped.lanes[i - grouped.begin]];
    survivors.place[kept] = survivors.place[i];
    survivors.inverse_deviation[kept] = survivors.inverse_deviation[i];
    survivors.score[kept] = own;
    kept += own >= stage.threshold ? 1 : 0;
  }
}

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

}  // namespace ocelli::scan_kernel
#endif  // HWY_ONCE
