#include "ocelli/detection/scan_kernel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <type_traits>
#include <utility>

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

/// A register of windows. Some of them go through a cascade together: offsets are loaded once for all, and one register does not wait for another.
template <class F>
struct Windows {
  VF<F> inverse_deviation, score;
};

/// The bins of a feature's responses.
template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void compute_bins(F df, const Program& program, const Offsets& at, const FeatureProgram& feature,
                             const Reader& read, const Windows<F> (&windows)[kRegisters],
                             VF<F> (&bins)[kRegisters]) {
  const I<F> di;
  VI<F> response[kRegisters];
  for (VI<F>& own : response) own = hn::Zero(di);
  const std::int32_t *const offsets = at.corners.data(), *offset = offsets + feature.corner_begin;
  const auto add_pairs_before = [&](const std::int32_t* end) HWY_ATTR {
    for (; offset != end; offset += 2) {
      for (std::size_t r = 0; r < kRegisters; ++r)
        response[r] = hn::Add(response[r], hn::Sub(read(offset[0], r), read(offset[1], r)));
    }
  };
  if (feature.doubled_end > feature.corner_begin) {
    add_pairs_before(offsets + feature.doubled_end);
    for (VI<F>& own : response) own = hn::Add(own, own);
  }
  add_pairs_before(offsets + feature.pair_end);
  const std::int32_t* weight = program.weights.data() + feature.pair_end;
  for (; offset != offsets + feature.corner_end; ++offset, ++weight) {
    const VI<F> times = hn::Set(di, *weight);
    for (std::size_t r = 0; r < kRegisters; ++r)
      response[r] = hn::Add(response[r], hn::Mul(read(*offset, r), times));
  }
  const VF<F> last = hn::Set(df, program.last_bin);
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const VF<F> z = hn::Mul(hn::ConvertTo(df, response[r]), windows[r].inverse_deviation);
    const VF<F> place = hn::Mul(hn::Sub(z, hn::Set(df, feature.low)), hn::Set(df, feature.scale));
    bins[r] = hn::Trunc(hn::Min(hn::Max(place, hn::Zero(df)), last));
  }
}

/// The cells of a weak classifier's table that the bins of its features lead to.
template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void compute_cells(F df, const Program& program, const Offsets& at, std::uint32_t weak,
                              const Reader& read, const Windows<F> (&windows)[kRegisters],
                              VF<F> (&cells)[kRegisters]) {
  const FeatureProgram* const feature = program.features.data() + weak * program.joint;
  compute_bins(df, program, at, feature[0], read, windows, cells);
  const VF<F> bins = hn::Set(df, program.bins);
  for (std::uint32_t f = 1; f < program.joint; ++f) {
    VF<F> own[kRegisters];
    compute_bins(df, program, at, feature[f], read, windows, own);
    for (std::size_t r = 0; r < kRegisters; ++r) cells[r] = hn::Add(hn::Mul(cells[r], bins), own[r]);
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

constexpr bool kEmulated = (HWY_TARGET == HWY_SCALAR) || (HWY_TARGET == HWY_EMU128);

/// Permutations of bytes are fast on all of these processors, those of numbers across a register on those with long registers alone.
template <class F>
constexpr bool kLooksUpBytes = hn::MaxLanes(F()) <= 8 && !kEmulated;

#if HWY_TARGET != HWY_SCALAR
/// The cells of four registers as bytes: in each block of 16, those of the first register's lanes, then those of the second's, and so on.
template <class F>
HWY_INLINE auto to_bytes(F df, const VF<F> (&cells)[4]) {
  const hn::Repartition<std::uint8_t, F> du8;
  const hn::Repartition<std::uint32_t, F> du32;
  alignas(16) constexpr std::uint8_t kByRegister[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  const auto two = [&](VF<F> lower, VF<F> upper) HWY_ATTR {
    const VF<F> both = hn::Add(lower, hn::Mul(upper, hn::Set(df, 65536.0f)));
    return hn::BitCast(du32, to_integers(df, both));
  };
  const auto four = hn::Or(two(cells[0], cells[2]), hn::ShiftLeft<8>(two(cells[1], cells[3])));
  return hn::TableLookupBytes(hn::BitCast(du8, four), hn::LoadDup128(du8, kByRegister));
}

/// Adds to each score its cell's number of a table, of which the bytes are looked up one after the other.
template <class F, class U8>
HWY_INLINE void add_by_bytes(F df, const std::uint8_t* table, U8 cell, Windows<F> (&windows)[4]) {
  const hn::Repartition<std::uint8_t, F> du8;
  const hn::Repartition<std::int8_t, F> di8;
  const hn::Repartition<std::uint16_t, F> du16;
  constexpr std::size_t kBlock = 16, kBlocks = kVoteCells / kBlock;
  U8 index[kBlocks];  // in the block, or with the uppermost bit where the cell lies in another one
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const U8 own = hn::Xor(cell, hn::Set(du8, static_cast<std::uint8_t>(b * kBlock)));
    const auto in_another = hn::Gt(hn::BitCast(di8, own), hn::Set(di8, kBlock - 1));
    index[b] = hn::Or(own, hn::BitCast(du8, hn::VecFromMask(di8, in_another)));
  }
  U8 bytes[sizeof(float)];
  for (U8& own : bytes) {
    own = hn::TableLookupBytesOr0(hn::LoadDup128(du8, table), index[0]);
    for (std::size_t b = 1; b < kBlocks; ++b)
      own = hn::Or(own, hn::TableLookupBytesOr0(hn::LoadDup128(du8, table + b * kBlock), index[b]));
    table += kVoteCells;
  }
  const auto add = [&](auto lower, auto upper, VF<F>& first, VF<F>& second) HWY_ATTR {
    const auto low = hn::BitCast(du16, lower), high = hn::BitCast(du16, upper);
    first = hn::Add(first, hn::BitCast(df, hn::InterleaveLower(du16, low, high)));
    second = hn::Add(second, hn::BitCast(df, hn::InterleaveUpper(du16, low, high)));
  };
  add(hn::InterleaveLower(du8, bytes[0], bytes[1]), hn::InterleaveLower(du8, bytes[2], bytes[3]),
      windows[0].score, windows[1].score);
  add(hn::InterleaveUpper(du8, bytes[0], bytes[1]), hn::InterleaveUpper(du8, bytes[2], bytes[3]),
      windows[2].score, windows[3].score);
}

/// The same as add_stage, by bytes. Votes are looked up while the corners of the next weak classifier are loaded.
template <class F, class Reader>
HWY_INLINE void add_stage_by_bytes(F df, const Program& program, const Offsets& at, const StageProgram& stage,
                                   const Reader& read, Windows<F> (&windows)[4]) {
  VF<F> cells[4];
  compute_cells(df, program, at, stage.weak_begin, read, windows, cells);
  auto bytes = to_bytes(df, cells);
  const std::uint8_t* table = program.vote_bytes.data() + stage.weak_begin * kVoteBytes;
  for (std::uint32_t next = stage.weak_begin + 1; next < stage.weak_end; ++next, table += kVoteBytes) {
    compute_cells(df, program, at, next, read, windows, cells);
    add_by_bytes(df, table, std::exchange(bytes, to_bytes(df, cells)), windows);
  }
  add_by_bytes(df, table, bytes, windows);
}
#endif

template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void add_stage(F df, const Program& program, const Offsets& at, const StageProgram& stage,
                          const Reader& read, Windows<F> (&windows)[kRegisters]) {
  if constexpr (kRegisters == 4 && kLooksUpBytes<F>) {
    if (!program.vote_bytes.empty()) return add_stage_by_bytes(df, program, at, stage, read, windows);
  }
  for (std::uint32_t m = stage.weak_begin; m < stage.weak_end; ++m) {
    VF<F> cells[kRegisters];
    compute_cells(df, program, at, m, read, windows, cells);
    const std::span<const float> table(program.tables + m * program.cells, program.cells);
    for (std::size_t r = 0; r < kRegisters; ++r)
      windows[r].score = hn::Add(windows[r].score, look_up(df, table, to_integers(df, cells[r])));
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
  std::size_t i = 0;
  for (; i + 2 * lanes < windows; i += 4 * lanes)
    begin_adjacent<4>(df, program, level, first + i, windows - i, stages, passed);
  for (; i + lanes < windows; i += 2 * lanes)
    begin_adjacent<2>(df, program, level, first + i, windows - i, stages, passed);
  if (i < windows) begin_adjacent<1>(df, program, level, first + i, windows - i, stages, passed);
  for (std::size_t s = 1; s < stages.size() && passed.count > 0; ++s) {
    const std::size_t count = passed.take_all();
    std::size_t r = 0;
    for (; r + 2 < count; r += 4)
      continue_adjacent<4>(df, program, level.phases.front(), stages[s], r, count, passed);
    for (; r + 1 < count; r += 2)
      continue_adjacent<2>(df, program, level.phases.front(), stages[s], r, count, passed);
    if (r < count) continue_adjacent<1>(df, program, level.phases.front(), stages[s], r, count, passed);
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

/// Appends corners that are counted once: pairs of one that is added and one that is subtracted, as many as there are. The others go
/// to `unpaired`, with weights.
void append_pairs(std::span<const WeightedCorner> plus, std::span<const WeightedCorner> minus,
                  std::int16_t weight, std::vector<WeightedCorner>& list,
                  std::vector<WeightedCorner>& unpaired) {
  const std::size_t pairs = std::min(plus.size(), minus.size());
  for (std::size_t p = 0; p < pairs; ++p) list.insert(list.end(), {plus[p], minus[p]});
  for (WeightedCorner corner : plus.subspan(pairs)) unpaired.push_back({corner.x, corner.y, weight});
  for (WeightedCorner corner : minus.subspan(pairs))
    unpaired.push_back({corner.x, corner.y, static_cast<std::int16_t>(-weight)});
}

/// Appends a feature's corners to those of a program. Those of larger weights than 3 are few: they are multiplied.
FeatureProgram append_corners(const BinnedFeature& binned, std::vector<WeightedCorner>& list) {
  std::vector<WeightedCorner> plus, minus, doubled_plus, doubled_minus, others;
  for (const WeightedCorner& corner : corners(binned.feature)) {
    const int times = std::abs(corner.weight);
    if (times > 3) {
      others.push_back(corner);
      continue;
    }
    if (times % 2 == 1) (corner.weight > 0 ? plus : minus).push_back(corner);
    if (times >= 2) (corner.weight > 0 ? doubled_plus : doubled_minus).push_back(corner);
  }
  const auto end = [&list] { return static_cast<std::uint32_t>(list.size()); };
  FeatureProgram feature{.corner_begin = end(), .low = binned.low, .scale = binned.scale};
  append_pairs(doubled_plus, doubled_minus, 2, list, others);
  feature.doubled_end = end();
  append_pairs(plus, minus, 1, list, others);
  feature.pair_end = end();
  list.insert(list.end(), others.begin(), others.end());
  feature.corner_end = end();
  return feature;
}

/// The votes of tables of so many cells as Program wants their bytes; nothing where they do not fit.
std::vector<std::uint8_t> bytes_of_votes(std::span<const float> tables, std::size_t cells) {
  if (cells > kVoteCells) return {};
  std::vector<std::uint8_t> bytes(tables.size() / cells * kVoteBytes);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto vote = std::bit_cast<std::uint32_t>(tables[i]);
    for (std::size_t b = 0; b < sizeof vote; ++b)
      bytes[i / cells * kVoteBytes + b * kVoteCells + i % cells] = static_cast<std::uint8_t>(vote >> 8 * b);
  }
  return bytes;
}

}  // namespace

Program::Program(const Cascade& cascade)
    : width(cascade.width()),
      height(cascade.height()),
      bins(static_cast<float>(cascade.bins())),
      last_bin(bins - 1),
      joint(static_cast<std::uint32_t>(cascade.parts().joint)),
      cells(static_cast<std::uint32_t>(cascade.parts().cells())),
      min_deviation(cascade.min_deviation()),
      tables(cascade.parts().tables.data()),
      vote_bytes(bytes_of_votes(cascade.parts().tables, cells)) {
  for (const BinnedFeature& binned : cascade.parts().features)
    features.push_back(append_corners(binned, corners));
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
