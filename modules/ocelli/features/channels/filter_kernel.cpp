#include "ocelli/features/channels/filter_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/channels/filter_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::filter_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::int16_t, kPadding / 2>;
using D8 = hn::Rebind<std::uint8_t, D>;
using V = hn::Vec<D>;

/// Sums and differences of the rows around a row, for each column from kReach before the first on.
struct Columns {
  std::int16_t *three, *five, *nine;     ///< sums of rows -1 to 1, -2 to 2 and -4 to 4
  std::int16_t *below_two, *below_four;  ///< the two and the four rows below, less those above
};

HWY_INLINE V wide(const std::uint8_t* at) { return hn::PromoteTo(D(), hn::LoadU(D8(), at)); }

HWY_INLINE void add_up_rows(const Rows& rows, std::size_t width, const Columns& columns) {
  const D d;
  for (std::size_t x = 0; x < width + 2 * kReach; x += hn::Lanes(d)) {
    const auto row = [&](std::size_t y) HWY_ATTR { return wide(rows[y] + x - kReach); };
    const V above = row(3), here = row(4), below = row(5);
    const V above_two = hn::Add(row(2), above), below_two = hn::Add(below, row(6));
    const V above_four = hn::Add(hn::Add(row(0), row(1)), above_two);
    const V below_four = hn::Add(below_two, hn::Add(row(7), row(8)));
    hn::StoreU(hn::Add(hn::Add(above, here), below), d, columns.three + x);
    hn::StoreU(hn::Add(hn::Add(above_two, here), below_two), d, columns.five + x);
    hn::StoreU(hn::Add(hn::Add(above_four, here), below_four), d, columns.nine + x);
    hn::StoreU(hn::Sub(below_two, above_two), d, columns.below_two + x);
    hn::StoreU(hn::Sub(below_four, above_four), d, columns.below_four + x);
  }
}

/// The sum of columns x + kFirst to x + kLast.
template <int kFirst, int kLast>
HWY_INLINE V across(const std::int16_t* columns, std::size_t x) {
  const D d;
  V sum = hn::LoadU(d, columns + x + kReach + kFirst);
  for (int i = kFirst + 1; i <= kLast; ++i)
    sum = hn::Add(sum, hn::LoadU(d, columns + static_cast<std::ptrdiff_t>(x + kReach) + i));
  return sum;
}

/// value / divisor + zero, a byte.
template <int kDivisor>
HWY_INLINE void store(V value, int zero, std::uint8_t* at) {
  const D d;
  const V part = hn::MulHigh(value, hn::Set(d, static_cast<std::int16_t>((65536 + kDivisor / 2) / kDivisor)));
  hn::StoreU(hn::DemoteTo(D8(), hn::Add(part, hn::Set(d, static_cast<std::int16_t>(zero)))), D8(), at);
}

void FilterRow(const Rows& rows, std::size_t width, std::int16_t* working, const FilteredRows& filtered) {
  const std::size_t stride = width + 2 * kReach + kPadding;
  const Columns columns{working, working + stride, working + 2 * stride, working + 3 * stride,
                        working + 4 * stride};
  add_up_rows(rows, width, columns);
  constexpr int kMiddle = 128;
  for (std::size_t x = 0; x < width; x += hn::Lanes(D())) {
    store<9>(across<-1, 1>(columns.three, x), 0, filtered[0] + x);
    store<81>(across<-4, 4>(columns.nine, x), 0, filtered[1] + x);
    store<15>(hn::Sub(across<1, 2>(columns.five, x), across<-2, -1>(columns.five, x)), kMiddle,
              filtered[2] + x);
    store<15>(across<-2, 2>(columns.below_two, x), kMiddle, filtered[3] + x);
    store<54>(hn::Sub(across<1, 4>(columns.nine, x), across<-4, -1>(columns.nine, x)), kMiddle,
              filtered[4] + x);
    store<54>(across<-4, 4>(columns.below_four, x), kMiddle, filtered[5] + x);
  }
}

}  // namespace ocelli::filter_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::filter_kernel {

HWY_EXPORT(FilterRow);

void filter_row(const Rows& rows, std::size_t width, std::int16_t* working, const FilteredRows& filtered) {
  HWY_DYNAMIC_DISPATCH(FilterRow)(rows, width, working, filtered);
}

}  // namespace ocelli::filter_kernel
#endif  // HWY_ONCE
