#include "ocelli/imaging/integral_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/imaging/integral_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::integral_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Lanes are shifted within blocks of 128 bits. With more than two blocks, each carry would be a separate
/// step.
constexpr std::size_t kBlock = 4;
using D = hn::CappedTag<std::uint32_t, 2 * kBlock>;
using V = hn::Vec<D>;
using Half = hn::Rebind<std::uint8_t, D>;

#if HWY_TARGET == HWY_SCALAR  // which has one lane
HWY_INLINE V last_of(V v) { return v; }
HWY_INLINE V running_sums(V v) { return v; }
#else
constexpr bool kTwoBlocks = hn::MaxLanes(D()) > kBlock;

/// The last lane, in all lanes.
HWY_INLINE V last_of(V v) {
  if constexpr (kTwoBlocks) v = hn::ConcatUpperUpper(D(), v, v);
  return hn::Broadcast<kBlock - 1>(v);
}

/// The sums of lanes 0 .. i.
HWY_INLINE V running_sums(V v) {
  const D d;
  v = hn::Add(v, hn::ShiftLeftLanes<1>(d, v));
  v = hn::Add(v, hn::ShiftLeftLanes<2>(d, v));
  if constexpr (kTwoBlocks)
    v = hn::Add(v, hn::Broadcast<kBlock - 1>(hn::ConcatLowerLower(d, v, hn::Zero(d))));
  return v;
}
#endif

/// Adds pixels, or their squares, to a row from pixel x on. `before` is the sum of all pixels before them in
/// the row, and is updated to include them.
HWY_INLINE void add_pixels(V pixels, std::size_t x, const Row& row, V& before) {
  const D d;
  const V through = hn::Add(running_sums(pixels), before);
  hn::StoreU(hn::Add(hn::LoadU(d, row.above + x), through), d, row.here + x);
  before = last_of(through);
}

std::size_t AddRow(const std::uint8_t* pixels, std::size_t count, const Row& sum, const Row& squared) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V sum_before = hn::Zero(d), squared_before = hn::Zero(d);
  std::size_t x = 0;
  for (; x + lanes <= count; x += lanes) {
    const V here = hn::PromoteTo(d, hn::LoadU(Half(), pixels + x));
    add_pixels(here, x, sum, sum_before);
    add_pixels(hn::Mul(here, here), x, squared, squared_before);
  }
  return x;
}

/// Adds pairs of pixels, or of their squares, to a row from pair k on. `before` is the sum of all pixels
/// before them in the row, and is updated to include them.
HWY_INLINE void add_pairs(V first, V second, std::size_t k, const TwoPhaseRow& row, V& before) {
  const D d;
  const V through = hn::Add(running_sums(hn::Add(first, second)), before);
  const V odd = hn::Sub(through, second);
  hn::StoreU(hn::Add(hn::LoadU(d, row.odd_above + k), odd), d, row.odd + k);
  hn::StoreU(hn::Add(hn::LoadU(d, row.even_above + k + 1), through), d, row.even + k + 1);
  before = last_of(through);
}

std::size_t AddTwoPhaseRow(const std::uint8_t* pixels, std::size_t count, const TwoPhaseRow& sum,
                           const TwoPhaseRow& squared) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V sum_before = hn::Zero(d), squared_before = hn::Zero(d);
  std::size_t x = 0;
  for (; x + 2 * lanes <= count; x += 2 * lanes) {
    hn::Vec<Half> even, odd;
    hn::LoadInterleaved2(Half(), pixels + x, even, odd);
    const V first = hn::PromoteTo(d, even), second = hn::PromoteTo(d, odd);
    add_pairs(first, second, x / 2, sum, sum_before);
    add_pairs(hn::Mul(first, first), hn::Mul(second, second), x / 2, squared, squared_before);
  }
  return x;
}

void Halve(const std::uint32_t* entries, std::size_t count, std::int16_t* halves) {
  const D d;
  const hn::Rebind<std::uint16_t, D> half;
  const hn::Rebind<std::int16_t, D> signed_half;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::BitCast(signed_half, hn::TruncateTo(half, hn::LoadU(d, entries + i))), signed_half,
               halves + i);
  for (; i < count; ++i) halves[i] = static_cast<std::int16_t>(entries[i]);
}

}  // namespace ocelli::internal::integral_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::integral_kernel {

HWY_EXPORT(AddRow);
HWY_EXPORT(AddTwoPhaseRow);
HWY_EXPORT(Halve);

std::size_t add_row(const std::uint8_t* pixels, std::size_t count, const Row& sum, const Row& squared) {
  return HWY_DYNAMIC_DISPATCH(AddRow)(pixels, count, sum, squared);
}

std::size_t add_two_phase_row(const std::uint8_t* pixels, std::size_t count, const TwoPhaseRow& sum,
                              const TwoPhaseRow& squared) {
  return HWY_DYNAMIC_DISPATCH(AddTwoPhaseRow)(pixels, count, sum, squared);
}

void halve(const std::uint32_t* entries, std::size_t count, std::int16_t* halves) {
  HWY_DYNAMIC_DISPATCH(Halve)(entries, count, halves);
}

}  // namespace ocelli::internal::integral_kernel
#endif  // HWY_ONCE
