// The vector code that runs a stage on registers of windows: part of the scanner's kernel, compiled for every
// instruction set.
#if defined(OCELLI_SCAN_STAGE_KERNEL) == defined(HWY_TARGET_TOGGLE)
#ifdef OCELLI_SCAN_STAGE_KERNEL
#undef OCELLI_SCAN_STAGE_KERNEL
#else
#define OCELLI_SCAN_STAGE_KERNEL
#endif

#include <hwy/highway.h>

#include <bit>
#include <span>
#include <type_traits>
#include <utility>

#include "ocelli/detection/scan_program.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::scan_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Registers of floats and of integers, full or partial; `F` is a Highway tag.
template <class F>
using VF = hn::Vec<F>;
template <class F>
using I = hn::RebindToSigned<F>;
template <class F>
using VI = hn::Vec<I<F>>;

/// Sums of the lower halves of table entries for kRegisters registers of windows, two of them in one.
template <class F, std::size_t kRegisters>
using HalfSums = std::conditional_t<kRegisters == 1 || HWY_TARGET == HWY_SCALAR, hn::Rebind<std::int16_t, F>,
                                    hn::Repartition<std::int16_t, F>>;

/// Sums of entries that are read whole or as lower halves.
template <class F, class Entry, std::size_t kRegisters>
using SumsOf = std::conditional_t<sizeof(Entry) == sizeof(std::int16_t), HalfSums<F, kRegisters>, I<F>>;

HWY_INLINE const std::int32_t* whole_entries(const IntegralTable& table) {
  return reinterpret_cast<const std::int32_t*>(table.data());
}

/// A level's sums, whole or their lower halves.
template <class Entry>
HWY_INLINE const Entry* entries(const Level& level) {
  if constexpr (sizeof(Entry) == sizeof(std::int16_t)) return level.halves;
  if constexpr (sizeof(Entry) == sizeof(std::int32_t)) return whole_entries(*level.sum);
}

/// A register of windows. Several registers go through a cascade together, so that offsets are loaded once
/// for all and no register waits for another.
template <class F>
struct Windows {
  VF<F> inverse_deviation, score;
};

/// The responses of register `r` of windows.
template <class F, class S, std::size_t kSums>
HWY_INLINE VF<F> responses_of(F df, const hn::Vec<S> (&sums)[kSums], std::size_t r) {
  const I<F> di;
  if constexpr (std::is_same_v<S, I<F>>) {
    return hn::ConvertTo(df, sums[r]);
  } else if constexpr (hn::MaxLanes(S()) == hn::MaxLanes(F())) {
    return hn::ConvertTo(df, hn::PromoteTo(di, sums[r]));
  }
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(S()) > hn::MaxLanes(F())) {
    const hn::Half<S> half;
    const auto own = r % 2 == 0 ? hn::LowerHalf(half, sums[r / 2]) : hn::UpperHalf(half, sums[r / 2]);
    return hn::ConvertTo(df, hn::PromoteTo(di, own));
  }
#endif
}

/// The bins of a feature's responses.
template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void compute_bins(F df, const Program& program, const std::int32_t* offsets,
                             const FeatureProgram& feature, const Reader& read,
                             const Windows<F> (&windows)[kRegisters], VF<F> (&bins)[kRegisters]) {
  using S = typename Reader::Sums;
  const S ds;
  constexpr std::size_t kSums = kRegisters * hn::MaxLanes(F()) / hn::MaxLanes(S());
  hn::Vec<S> response[kSums];
  for (auto& own : response) own = hn::Zero(ds);
  const std::int32_t* offset = offsets + feature.corner_begin;
  const auto add_pairs_before = [&](const std::int32_t* end) HWY_ATTR {
    for (; offset != end; offset += 2) {
      for (std::size_t r = 0; r < kSums; ++r)
        response[r] = hn::Add(response[r], hn::Sub(read(offset[0], r), read(offset[1], r)));
    }
  };
  if (feature.doubled_end > feature.corner_begin) {
    add_pairs_before(offsets + feature.doubled_end);
    for (auto& own : response) own = hn::Add(own, own);
  }
  add_pairs_before(offsets + feature.pair_end);
  const std::int32_t* weight = program.weights.data() + feature.pair_end;
  for (; offset != offsets + feature.corner_end; ++offset, ++weight) {
    const auto times = hn::Set(ds, static_cast<hn::TFromD<S>>(*weight));
    for (std::size_t r = 0; r < kSums; ++r)
      response[r] = hn::Add(response[r], hn::Mul(read(*offset, r), times));
  }
  const VF<F> last = hn::Set(df, program.last_bin);
  for (std::size_t r = 0; r < kRegisters; ++r) {
    const VF<F> z = hn::Mul(responses_of<F, S>(df, response, r), windows[r].inverse_deviation);
    const VF<F> place = hn::Mul(hn::Sub(z, hn::Set(df, feature.low)), hn::Set(df, feature.scale));
    bins[r] = hn::Trunc(hn::Min(hn::Max(place, hn::Zero(df)), last));
  }
}

/// The cells of a weak classifier's table that the bins of its features select.
template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void compute_cells(F df, const Program& program, const std::int32_t* offsets, std::uint32_t weak,
                              const Reader& read, const Windows<F> (&windows)[kRegisters],
                              VF<F> (&cells)[kRegisters]) {
  const FeatureProgram* const feature = program.features.data() + weak * program.joint;
  compute_bins(df, program, offsets, feature[0], read, windows, cells);
  const VF<F> bins = hn::Set(df, program.bins);
  for (std::uint32_t f = 1; f < program.joint; ++f) {
    VF<F> own[kRegisters];
    compute_bins(df, program, offsets, feature[f], read, windows, own);
    for (std::size_t r = 0; r < kRegisters; ++r) cells[r] = hn::Add(hn::Mul(cells[r], bins), own[r]);
  }
}

/// Converts small non-negative integers, without the cost of handling numbers out of range.
template <class F>
HWY_INLINE VI<F> to_integers(F df, VF<F> numbers) {
  constexpr int kMantissaBits = 23;
  const I<F> di;
  // One in the last bit of the mantissa.
  const VF<F> one = hn::Set(df, static_cast<float>(1 << kMantissaBits));
  return hn::And(hn::BitCast(di, hn::Add(numbers, one)), hn::Set(di, (1 << kMantissaBits) - 1));
}

/// Looks up a table of kParts registers, one number per lane. One bit of each cell selects the half of the
/// table. `lane` is the lower bits of the cells.
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

/// Looks up a table, one number per lane. A gather costs at least one load per lane, so a table of a few
/// registers is read whole.
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

/// Byte permutations are fast on all of these processors. Permutations of floats across a register are fast
/// only on those with long registers.
template <class F>
constexpr bool kLooksUpBytes = hn::MaxLanes(F()) <= 8 && !kEmulated;

#if HWY_TARGET != HWY_SCALAR
/// The cells of four registers as bytes. Each block of 16 has those of the first register's lanes, then those
/// of the second's, and so on.
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

/// Adds to each score its cell's entry of a table. The bytes of the entry are looked up one after the other.
template <class F, class U8>
HWY_INLINE void add_by_bytes(F df, const std::uint8_t* table, U8 cell, Windows<F> (&windows)[4]) {
  const hn::Repartition<std::uint8_t, F> du8;
  const hn::Repartition<std::int8_t, F> di8;
  const hn::Repartition<std::uint16_t, F> du16;
  constexpr std::size_t kBlock = 16, kBlocks = kVoteCells / kBlock;
  U8 index[kBlocks];  // index in the block; the top bit is set if the cell is in another block
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

/// The same as add_stage, bytewise. Votes are looked up while the corners of the next weak classifier are
/// loaded.
template <class F, class Reader>
HWY_INLINE void add_stage_by_bytes(F df, const Program& program, const std::int32_t* offsets,
                                   const StageProgram& stage, const Reader& read, Windows<F> (&windows)[4]) {
  VF<F> cells[4];
  compute_cells(df, program, offsets, stage.weak_begin, read, windows, cells);
  auto bytes = to_bytes(df, cells);
  const std::uint8_t* table = program.vote_bytes.data() + stage.weak_begin * kVoteBytes;
  for (std::uint32_t next = stage.weak_begin + 1; next < stage.weak_end; ++next, table += kVoteBytes) {
    compute_cells(df, program, offsets, next, read, windows, cells);
    add_by_bytes(df, table, std::exchange(bytes, to_bytes(df, cells)), windows);
  }
  add_by_bytes(df, table, bytes, windows);
}
#endif

template <class F, std::size_t kRegisters, class Reader>
HWY_INLINE void add_stage(F df, const Program& program, const std::int32_t* offsets,
                          const StageProgram& stage, const Reader& read, Windows<F> (&windows)[kRegisters]) {
  if constexpr (kRegisters == 4 && kLooksUpBytes<F>) {
    if (!program.vote_bytes.empty()) return add_stage_by_bytes(df, program, offsets, stage, read, windows);
  }
  for (std::uint32_t m = stage.weak_begin; m < stage.weak_end; ++m) {
    VF<F> cells[kRegisters];
    compute_cells(df, program, offsets, m, read, windows, cells);
    const std::span<const float> table(program.tables + m * program.cells, program.cells);
    for (std::size_t r = 0; r < kRegisters; ++r)
      windows[r].score = hn::Add(windows[r].score, look_up(df, table, to_integers(df, cells[r])));
  }
}

/// Same operations in the same order as ocelli::internal::inverse_deviation.
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

template <std::size_t kRegisters>
using Registers = std::integral_constant<std::size_t, kRegisters>;

/// Calls `run` for `count` registers: four at a time, then two and one for the rest. Three run as four.
template <class Run>
HWY_INLINE void in_fours_twos_and_one(std::size_t count, Run&& run) {
  std::size_t r = 0;
  for (; r + 2 < count; r += 4) run(Registers<4>(), r);
  for (; r + 1 < count; r += 2) run(Registers<2>(), r);
  if (r < count) run(Registers<1>(), r);
}

}  // namespace ocelli::internal::scan_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
