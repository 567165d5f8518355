#include <algorithm>
#include <array>
#include <span>

#include "ocelli/detection/scan_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/sparse_stage_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ocelli/detection/scan_stage_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::scan_kernel::HWY_NAMESPACE {

/// Reads table entries of scattered windows.
template <class F>
struct SparseReader {
  const std::int32_t* table;
  VI<F> places;
  HWY_INLINE VI<F> operator()(std::int32_t offset) const {
    return hn::GatherIndex(I<F>(), table + offset, places);
  }
};

/// Places from i on. Lanes past the end read the first window, which always exists.
template <class F>
HWY_INLINE VI<F> places_from(F /*df*/, std::size_t i, const Survivors& survivors) {
  const I<F> di;
  const std::int32_t* places = survivors.place.data();
  return hn::IfThenElse(hn::FirstN(di, survivors.count - i), hn::LoadU(di, places + i), hn::Set(di, *places));
}

void Begin(const Program& program, const Level& level, std::size_t phase, Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const std::int32_t *table = whole_entries(*level.sum), *squared = whole_entries(*level.squared);
  for (std::size_t i = 0; i < survivors.count; i += hn::Lanes(df)) {
    const VI<F> places = places_from(df, i, survivors);
    hn::StoreU(inverse_deviations(df, program, level.phases[phase], SparseReader<F>{table, places},
                                  SparseReader<F>{squared, places}),
               df, survivors.inverse_deviation.data() + i);
    hn::StoreU(hn::Zero(df), df, survivors.score.data() + i);
  }
}

/// Moves the windows in begin .. end - 1 that pass, by their scores, to the end of those already kept.
template <class ScoreOf>
HWY_INLINE void keep_passing(std::size_t begin, std::size_t end, const ScoreOf& score_of,
                             const StageProgram& stage, Survivors& survivors, std::size_t& kept) {
  for (std::size_t i = begin; i < end; ++i) {
    const float score = score_of(i - begin);
    survivors.place[kept] = survivors.place[i];
    survivors.inverse_deviation[kept] = survivors.inverse_deviation[i];
    survivors.score[kept] = score;
    kept += score >= stage.threshold ? 1 : 0;
  }
}

/// Maximum number of adjacent windows in a group, of groups in a register, and of groups in all registers
/// that go through a stage together.
constexpr std::size_t kGroup = HWY_TARGET == HWY_SCALAR ? 1 : 4;
constexpr std::size_t kGroupsOfRegister = hn::MaxLanes(hn::ScalableTag<float>()) / kGroup;
constexpr std::size_t kGroups = 4 * kGroupsOfRegister;

/// Loads the table entries of kGroup adjacent windows from each place on, filling a register.
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

/// Reads table entries of groups of adjacent windows for register `r`.
template <class F>
struct GroupReader {
  using Sums = I<F>;
  const std::int32_t* const* at;
  HWY_INLINE VI<F> operator()(std::int32_t offset, std::size_t r) const {
    return load_groups(I<F>(), at + r * hn::Lanes(F()) / kGroup, offset);
  }
};

/// Survivors of a list in the lanes of several registers. Survivors come in clusters. One load reads the
/// entries of all windows of a group, even if only some of them are survivors, while a gather needs one load
/// per window.
struct GroupedWindows {
  std::size_t begin = 0, end = 0, groups = 0;  ///< range in the list
  std::array<const std::int32_t*, kGroups> at{};
  HWY_ALIGN std::array<float, kGroups * kGroup> inverse_deviation{}, score{};
  std::array<std::uint8_t, kGroups * kGroup> lanes{};  ///< of the survivors

  /// Adds as many survivors from `first` on as fit.
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

/// Runs a stage on grouped windows that fit kRegisters registers, and moves those that pass to the end of the
/// survivors already kept.
template <std::size_t kRegisters, class F>
HWY_INLINE void run_on_groups(F df, const Program& program, const Offsets& at, const StageProgram& stage,
                              GroupedWindows& grouped, Survivors& survivors, std::size_t& kept) {
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    windows[r].inverse_deviation = hn::Load(df, grouped.inverse_deviation.data() + r * hn::Lanes(df));
    windows[r].score = hn::Load(df, grouped.score.data() + r * hn::Lanes(df));
  }
  add_stage(df, program, at.corners.data(), stage, GroupReader<F>{grouped.at.data()}, windows);
  for (std::size_t r = 0; r < kRegisters; ++r)
    hn::Store(windows[r].score, df, grouped.score.data() + r * hn::Lanes(df));
  keep_passing(
      grouped.begin, grouped.end, [&](std::size_t i) { return grouped.score[grouped.lanes[i]]; }, stage,
      survivors, kept);
}

/// Uses as few registers as the groups need. A few groups go in a narrow one.
template <class Run>
HWY_INLINE void run_in_min_registers(std::size_t groups, Run&& run) {
  const hn::ScalableTag<float> whole;
  if (groups > 2 * kGroupsOfRegister) return run(whole, Registers<4>());
  if (groups > kGroupsOfRegister) return run(whole, Registers<2>());
  if (groups <= 1) return run(hn::CappedTag<float, kGroup>(), Registers<1>());
  if (groups <= 2) return run(hn::CappedTag<float, 2 * kGroup>(), Registers<1>());
  run(whole, Registers<1>());
}

/// Runs a stage on windows in groups.
HWY_INLINE void run_grouped(const Program& program, const Level& level, std::size_t phase,
                            const StageProgram& stage, Survivors& survivors) {
  const Offsets& at = level.phases[phase];
  const std::int32_t* const table = whole_entries(*level.sum);
  GroupedWindows windows;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < survivors.count; i = windows.end) {
    windows.fill(survivors, i, table);
    run_in_min_registers(windows.groups, [&](auto df, auto registers) HWY_ATTR {
      run_on_groups<registers()>(df, program, at, stage, windows, survivors, kept);
    });
  }
  survivors.count = kept;
}

/// Table entries that are copied together, for each window of a register in turn.
constexpr std::size_t kRun = EntryRun::kLength;

/// The size of copies for sums of one kind. Copies for different sums do not share L1 cache lines.
template <class S>
HWY_INLINE std::size_t room_for_copies(std::span<const std::int32_t> runs) {
  constexpr std::size_t kLine = 64 / sizeof(std::int16_t);
  return runs.size() * kRun * hn::Lanes(S()) + kLine;
}

/// Reads copied table entries for sums `r`: for each entry, one number per window.
template <class S, std::size_t kSums>
struct CopyReader {
  using Sums = S;
  const std::int16_t* at[kSums];
  HWY_INLINE hn::Vec<S> operator()(std::int32_t entry, std::size_t r) const {
    return hn::Load(S(), at[r] + static_cast<std::size_t>(entry) * hn::Lanes(S()));
  }
};

#if HWY_TARGET == HWY_SCALAR
template <class S, std::size_t kLanes>
void copy_runs(S /*ds*/, const std::int16_t* const (&windows)[kLanes], std::span<const std::int32_t> runs,
               std::int16_t* to) {
  for (const std::int32_t run : runs) {
    for (std::size_t entry = 0; entry < kRun; ++entry) {
      for (const std::int16_t* window : windows) *to++ = window[static_cast<std::size_t>(run) + entry];
    }
  }
}
#else
/// Loads kRun entries from `offset` on, of one window per 128-bit block.
template <class S>
HWY_INLINE hn::Vec<S> load_runs(S ds, const std::int16_t* const* windows, std::int32_t offset) {
  constexpr std::size_t kBlocks = hn::MaxLanes(S()) / kRun;
  if constexpr (kBlocks > 1) {
    const hn::Half<S> half;
    return hn::Combine(ds, load_runs(half, windows + kBlocks / 2 * kRun, offset),
                       load_runs(half, windows, offset));
  } else {
    return hn::LoadU(ds, windows[0] + offset);
  }
}

/// Copies runs of entries for a register of windows. In each 128-bit block, it transposes a matrix of eight
/// windows by eight entries.
template <class S, std::size_t kLanes>
HWY_INLINE void copy_runs(S ds, const std::int16_t* const (&windows)[kLanes],
                          std::span<const std::int32_t> runs, std::int16_t* to) {
  static_assert(kLanes % kRun == 0);
  const hn::Repartition<std::int32_t, S> d32;
  const hn::Repartition<std::int64_t, S> d64;
  using V = hn::Vec<S>;
  const auto pairs = [&](V even, V odd)
                         HWY_ATTR { return hn::BitCast(d32, hn::InterleaveLower(ds, even, odd)); };
  const auto last_pairs = [&](V even, V odd)
                              HWY_ATTR { return hn::BitCast(d32, hn::InterleaveUpper(ds, even, odd)); };
  for (const std::int32_t run : runs) {
    V w[kRun];
    for (std::size_t i = 0; i < kRun; ++i) w[i] = load_runs(ds, windows + i, run);
    hn::Vec<decltype(d64)> fours[kRun];  // windows 0 to 3, then 4 to 7: entries 0 and 1, 2 and 3, ...
    for (std::size_t half = 0; half < 2; ++half) {
      const V* const own = w + 4 * half;
      const auto a = pairs(own[0], own[1]), b = pairs(own[2], own[3]);
      const auto c = last_pairs(own[0], own[1]), d = last_pairs(own[2], own[3]);
      fours[4 * half] = hn::BitCast(d64, hn::InterleaveLower(d32, a, b));
      fours[4 * half + 1] = hn::BitCast(d64, hn::InterleaveUpper(d32, a, b));
      fours[4 * half + 2] = hn::BitCast(d64, hn::InterleaveLower(d32, c, d));
      fours[4 * half + 3] = hn::BitCast(d64, hn::InterleaveUpper(d32, c, d));
    }
    for (std::size_t i = 0; i < kRun / 2; ++i, to += 2 * kLanes) {
      hn::Store(hn::BitCast(ds, hn::InterleaveLower(d64, fours[i], fours[i + 4])), ds, to);
      hn::Store(hn::BitCast(ds, hn::InterleaveUpper(d64, fours[i], fours[i + 4])), ds, to + kLanes);
    }
  }
}
#endif

/// Runs a stage on kRegisters registers of windows from `begin` on, the last of which may be partial. Moves
/// those that pass to the end of the survivors already kept.
template <std::size_t kRegisters, class F>
HWY_INLINE void run_on_copies(F df, const Program& program, const Level& level, const StageProgram& stage,
                              std::span<const std::int32_t> runs, std::size_t begin, std::int16_t* copies,
                              Survivors& survivors, std::size_t& kept) {
  using S = HalfSums<F, kRegisters>;
  constexpr std::size_t kLanes = hn::MaxLanes(S()), kSums = kRegisters * hn::MaxLanes(F()) / kLanes;
  const std::size_t end = std::min(begin + kSums * kLanes, survivors.count);
  CopyReader<S, kSums> read;
  for (std::size_t r = 0; r < kSums; ++r) {
    const std::size_t first = begin + r * kLanes;
    const std::int16_t* at[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i)
      at[i] = level.halves + survivors.place[first + i < end ? first + i : begin];
    std::int16_t* const to = copies + r * room_for_copies<S>(runs);
    copy_runs(S(), at, runs, to);
    read.at[r] = to;
  }
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const std::size_t first = begin + r * hn::Lanes(df);
    windows[r] = {hn::LoadU(df, survivors.inverse_deviation.data() + first),
                  hn::LoadU(df, survivors.score.data() + first)};
  }
  add_stage(df, program, level.entry_runs(program).corner_entries.data(), stage, read, windows);
  HWY_ALIGN float scores[kSums * kLanes];
  for (std::size_t r = 0; r < kRegisters; ++r) hn::Store(windows[r].score, df, scores + r * hn::Lanes(df));
  keep_passing(
      begin, end, [&](std::size_t i) { return scores[i]; }, stage, survivors, kept);
}

/// Runs a stage on windows with copied table entries.
HWY_INLINE void run_copied(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
                           Survivors& survivors, EntryCopies& memory) {
  using F = hn::ScalableTag<float>;
  const F df;
  const std::span<const std::int32_t> runs = level.run_offsets(program, phase, stage);
  std::int16_t* const copies = memory.reserve(4 * room_for_copies<HalfSums<F, 4>>(runs));
  const std::size_t lanes = hn::Lanes(df);
  std::size_t kept = 0;
  in_fours_twos_and_one((survivors.count + lanes - 1) / lanes, [&](auto registers, std::size_t r) HWY_ATTR {
    // A run of entries for this many windows does not fit a smaller register.
    constexpr std::size_t kRegisters = registers() == 1 && hn::MaxLanes(F()) == kRun / 2 ? 2 : registers();
    run_on_copies<kRegisters>(df, program, level, stage, runs, r * lanes, copies, survivors, kept);
  });
  survivors.count = kept;
}

void RunSparseStage(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
                    Survivors& survivors, EntryCopies& copies) {
  if (program.reads_halves()) return run_copied(program, level, phase, stage, survivors, copies);
  level.prepare(program, phase, stage.weak_end);
  run_grouped(program, level, phase, stage, survivors);
}

}  // namespace ocelli::internal::scan_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::scan_kernel {

HWY_EXPORT(Begin);
HWY_EXPORT(RunSparseStage);

void begin(const Program& program, const Level& level, std::size_t phase, Survivors& survivors) {
  HWY_DYNAMIC_DISPATCH(Begin)(program, level, phase, survivors);
}

void run_sparse_stage(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
                      Survivors& survivors, EntryCopies& copies) {
  HWY_DYNAMIC_DISPATCH(RunSparseStage)(program, level, phase, stage, survivors, copies);
}

}  // namespace ocelli::internal::scan_kernel
#endif  // HWY_ONCE
