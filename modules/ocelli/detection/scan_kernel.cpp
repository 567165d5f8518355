#include "ocelli/detection/scan_kernel.hpp"

#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/scan_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ocelli/detection/scan_stage_kernel.hpp"
#include "ocelli/detection/survivor_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::scan_kernel::HWY_NAMESPACE {

/// Reads table entries of neighboring windows for sums `r`.
template <class S>
struct DenseReader {
  using Sums = S;
  const hn::TFromD<S>* at;
  HWY_INLINE hn::Vec<S> operator()(std::int32_t offset, std::size_t r = 0) const {
    return hn::LoadU(S(), at + offset + r * hn::Lanes(S()));
  }
};

/// Reads table entries of adjacent windows in each register for sums `r`.
template <class F, class S, std::size_t kRegisters>
struct RegisterReader {
  using Sums = S;
  const hn::TFromD<S>* at[kRegisters];  ///< first window of each register
  HWY_INLINE hn::Vec<S> operator()(std::int32_t offset, std::size_t r) const {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (hn::MaxLanes(S()) > hn::MaxLanes(F())) {
      const hn::Half<S> half;
      return hn::Combine(S(), hn::LoadU(half, at[2 * r + 1] + offset), hn::LoadU(half, at[2 * r] + offset));
    }
#endif
    if constexpr (hn::MaxLanes(S()) == hn::MaxLanes(F())) return hn::LoadU(S(), at[r] + offset);
  }
};

/// Registers of adjacent windows of which some have passed so far.
template <class F>
struct PassedRegisters {
  static constexpr std::size_t kMax = 32, kTogether = 4;

  std::size_t count = 0;
  std::size_t at[kMax + kTogether];  ///< table entry of the first window
  Windows<F> windows[kMax + kTogether];
  hn::Mask<F> passed[kMax + kTogether];

  HWY_INLINE void add(F df, std::size_t place, const Windows<F>& own, hn::Mask<F> passed_there) {
    at[count] = place;
    windows[count] = own;
    passed[count] = passed_there;
    count += hn::AllFalse(df, passed_there) ? 0 : 1;
  }

  /// Removes all registers. Copies of the last one follow them as padding.
  HWY_INLINE std::size_t take_all() {
    for (std::size_t r = count; r < count + kTogether - 1; ++r) {
      at[r] = at[count - 1];
      windows[r] = windows[count - 1];
    }
    return std::exchange(count, 0);
  }
};

/// Runs the first stage, if there is one, on kRegisters registers of adjacent windows. The last register may
/// be partial.
template <class Entry, std::size_t kRegisters, class F>
HWY_INLINE void begin_adjacent(F df, const Program& program, const Level& level, std::size_t first,
                               std::size_t count, std::span<const StageProgram> stages,
                               PassedRegisters<F>& passed) {
  const std::size_t lanes = hn::Lanes(df);
  const Offsets& at = level.phases.front();
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const DenseReader<I<F>> read_sum{whole_entries(*level.sum) + first + r * lanes},
        read_squared{whole_entries(*level.squared) + first + r * lanes};
    windows[r] = {inverse_deviations(df, program, at, read_sum, read_squared), hn::Zero(df)};
  }
  if (!stages.empty()) {
    const DenseReader<SumsOf<F, Entry, kRegisters>> read{entries<Entry>(level) + first};
    add_stage(df, program, at.corners.data(), stages.front(), read, windows);
  }
  const VF<F> threshold = hn::Set(df, stages.empty() ? 0 : stages.front().threshold);
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const hn::Mask<F> there = hn::FirstN(df, count - std::min(count, r * lanes));
    passed.add(df, first + r * lanes, windows[r], hn::And(there, hn::Ge(windows[r].score, threshold)));
  }
}

/// Runs a stage on kRegisters of the first `count` registers, from `first` on, and keeps those in which a
/// window passes.
template <class Entry, std::size_t kRegisters, class F>
HWY_INLINE void continue_adjacent(F df, const Program& program, const Level& level, const StageProgram& stage,
                                  std::size_t first, std::size_t count, PassedRegisters<F>& passed) {
  RegisterReader<F, SumsOf<F, Entry, kRegisters>, kRegisters> read;
  Windows<F> windows[kRegisters];
  for (std::size_t r = 0; r < kRegisters; ++r) {
    read.at[r] = entries<Entry>(level) + passed.at[first + r];
    windows[r] = passed.windows[first + r];
  }
  add_stage(df, program, level.phases.front().corners.data(), stage, read, windows);
  const VF<F> threshold = hn::Set(df, stage.threshold);
  for (std::size_t r = 0; r < std::min(kRegisters, count - first); ++r) {
    passed.add(df, passed.at[first + r], windows[r],
               hn::And(passed.passed[first + r], hn::Ge(windows[r].score, threshold)));
  }
}

/// Runs stages on at most PassedRegisters::kMax registers of adjacent windows.
template <class Entry, class F>
HWY_INLINE void scan_adjacent(F df, const Program& program, const Level& level, std::size_t first,
                              std::size_t windows, std::span<const StageProgram> stages,
                              Survivors& survivors) {
  const std::size_t lanes = hn::Lanes(df);
  PassedRegisters<F> passed;
  in_fours_twos_and_one((windows + lanes - 1) / lanes, [&](auto registers, std::size_t r) HWY_ATTR {
    const std::size_t before = r * lanes;
    begin_adjacent<Entry, registers()>(df, program, level, first + before, windows - before, stages, passed);
  });
  for (std::size_t s = 1; s < stages.size() && passed.count > 0; ++s) {
    const std::size_t count = passed.take_all();
    in_fours_twos_and_one(count, [&](auto registers, std::size_t r) HWY_ATTR {
      continue_adjacent<Entry, registers()>(df, program, level, stages[s], r, count, passed);
    });
  }
  for (std::size_t r = 0; r < passed.count; ++r)
    append(df, passed.passed[r], passed.at[r], passed.windows[r].inverse_deviation, passed.windows[r].score,
           survivors);
}

template <class Entry>
void scan_row_of(const Program& program, const Level& level, std::size_t first, std::size_t windows,
                 std::span<const StageProgram> stages, Survivors& survivors) {
  using F = hn::ScalableTag<float>;
  const F df;
  const std::size_t max = PassedRegisters<F>::kMax * hn::Lanes(df);
  for (std::size_t i = 0; i < windows; i += max)
    scan_adjacent<Entry>(df, program, level, first + i, std::min(max, windows - i), stages, survivors);
}

void ScanRow(const Program& program, const Level& level, std::size_t first, std::size_t windows,
             std::span<const StageProgram> stages, Survivors& survivors) {
  if (program.reads_halves())
    return scan_row_of<std::int16_t>(program, level, first, windows, stages, survivors);
  scan_row_of<std::int32_t>(program, level, first, windows, stages, survivors);
}

}  // namespace ocelli::internal::scan_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::scan_kernel {

HWY_EXPORT(ScanRow);

void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              std::span<const StageProgram> stages, Survivors& survivors) {
  if (!stages.empty()) level.prepare(program, 0, stages.back().weak_end);
  HWY_DYNAMIC_DISPATCH(ScanRow)(program, level, first, windows, stages, survivors);
}

}  // namespace ocelli::internal::scan_kernel
#endif  // HWY_ONCE
