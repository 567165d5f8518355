// The vector code that lists the windows that passed: part of the kernels of scans, compiled for every
// instruction set.
#if defined(OCELLI_SURVIVOR_KERNEL) == defined(HWY_TARGET_TOGGLE)
#ifdef OCELLI_SURVIVOR_KERNEL
#undef OCELLI_SURVIVOR_KERNEL
#else
#define OCELLI_SURVIVOR_KERNEL
#endif

#include <hwy/highway.h>

#include <array>

#include "ocelli/detection/scan_program.hpp"

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::scan_kernel::HWY_NAMESPACE {

/// For each set of eight lanes: its lanes in order, then zeros.
constexpr auto kLanesOfSets = [] {
  std::array<std::array<std::uint8_t, 8>, 256> lanes{};
  for (std::size_t set = 0; set < lanes.size(); ++set) {
    std::size_t count = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane)
      if ((set >> lane & 1) != 0) lanes[set][count++] = lane;
  }
  return lanes;
}();

/// Returns a function that moves the lanes of a set to the front, in order. Unless Highway's Compress() is a
/// single instruction, it copies a table of kilobytes to the stack on each call.
template <class F>
HWY_INLINE auto packing(F df, hwy::HWY_NAMESPACE::Mask<F> set) {
  namespace hn = hwy::HWY_NAMESPACE;
  using V = hn::Vec<F>;
  if constexpr (hn::MaxLanes(F()) > 8) {
    return [set](V v) HWY_ATTR { return hn::Compress(v, set); };
  } else {
    std::array<std::uint8_t, 8> bits{};
    hn::StoreMaskBits(df, set, bits.data());
    const auto bytes = hn::LoadU(hn::Rebind<std::uint8_t, F>(), kLanesOfSets[bits[0]].data());
    const auto lanes = hn::IndicesFromVec(df, hn::PromoteTo(hn::RebindToSigned<F>(), bytes));
    return [lanes](V v) HWY_ATTR { return hn::TableLookupLanes(v, lanes); };
  }
}

/// Appends the windows of a register, from place `first` on, that passed. Requires capacity for the whole
/// register.
template <class F>
HWY_INLINE void append(F df, hwy::HWY_NAMESPACE::Mask<F> passed, std::size_t first,
                       hwy::HWY_NAMESPACE::Vec<F> inverse_deviation, hwy::HWY_NAMESPACE::Vec<F> score,
                       Survivors& survivors) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::RebindToSigned<F> di;
  const std::size_t count = survivors.count;
  const auto pack = packing(df, passed);
  const auto places = hn::BitCast(df, hn::Iota(di, static_cast<std::int32_t>(first)));
  // Partial stores take a hundred cycles on some processors. The list has room after its end for whole
  // registers.
  hn::StoreU(hn::BitCast(di, pack(places)), di, survivors.place.data() + count);
  hn::StoreU(pack(inverse_deviation), df, survivors.inverse_deviation.data() + count);
  hn::StoreU(pack(score), df, survivors.score.data() + count);
  survivors.count += hn::CountTrue(df, passed);
}

}  // namespace ocelli::internal::scan_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
