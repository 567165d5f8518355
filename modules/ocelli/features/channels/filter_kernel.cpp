#include "ocelli/features/channels/filter_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/channels/filter_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::filter_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::int16_t, kPadding / 2>;
using D8 = hn::Rebind<std::uint8_t, D>;
using V = hn::Vec<D>;

void AddUpRows(const Rows& rows, std::size_t count, const RowSums& sums) {
  const D d;
  for (std::size_t x = 0; x < count; x += hn::Lanes(d)) {
    const auto row = [&](std::size_t y) HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(D8(), rows[y] + x)); };
    const V above = row(3), here = row(4), below = row(5);
    const V above_two = hn::Add(row(2), above), below_two = hn::Add(below, row(6));
    const V above_four = hn::Add(hn::Add(row(0), row(1)), above_two);
    const V below_four = hn::Add(below_two, hn::Add(row(7), row(8)));
    hn::StoreU(hn::Add(hn::Add(above, here), below), d, sums.three + x);
    hn::StoreU(hn::Add(hn::Add(above_two, here), below_two), d, sums.five + x);
    hn::StoreU(hn::Add(hn::Add(above_four, here), below_four), d, sums.nine + x);
    hn::StoreU(hn::Sub(below_two, above_two), d, sums.below_two + x);
    hn::StoreU(hn::Sub(below_four, above_four), d, sums.below_four + x);
  }
}

/// Sums of a row, with results in every column or in every second one.
template <bool kEverySecond>
struct Columns {
  const std::int16_t* sums;
  std::size_t odd;  ///< where the odd columns begin

  /// The sums at `offset` from the columns with results.
  HWY_INLINE V at(int offset) const {
    constexpr int kAll = static_cast<int>(kReach);
    if constexpr (!kEverySecond) return hn::LoadU(D(), sums + (kAll + offset));
    const std::int16_t* const part = offset % 2 == 0 ? sums : sums + odd;
    return hn::LoadU(D(), part + (kAll + offset) / 2);
  }

  template <int kFirst, int kLast>
  HWY_INLINE V across() const {
    V sum = at(kFirst);
    for (int i = kFirst + 1; i <= kLast; ++i) sum = hn::Add(sum, at(i));
    return sum;
  }
};

/// Writes value(columns) / kDivisor + zero, one byte each, for all columns of `row` and the rows below.
/// Values written past the end of a row are overwritten by the next row.
template <bool kEverySecond, int kDivisor, class Value>
HWY_INLINE std::uint8_t* write_rows(const PlaneSums& sums, const std::int16_t* row, int zero,
                                    std::uint8_t* out, const Value& value) {
  const D d;
  const V factor = hn::Set(d, static_cast<std::int16_t>((65536 + kDivisor / 2) / kDivisor));
  const V nothing = hn::Set(d, static_cast<std::int16_t>(zero));
  const std::size_t odd = sums.columns + kReach;
  for (std::size_t y = 0; y < sums.rows; ++y, row += sums.stride, out += sums.columns) {
    for (std::size_t x = 0; x < sums.columns; x += hn::Lanes(d)) {
      const V part = hn::MulHigh(value(Columns<kEverySecond>{row + x, odd}), factor);
      hn::StoreU(hn::DemoteTo(D8(), hn::Add(part, nothing)), D8(), out + x);
    }
  }
  return out;
}

template <bool kEverySecond>
void filter_all(const PlaneSums& sums, std::uint8_t* out) {
  using C = Columns<kEverySecond>;
  constexpr int kMiddle = 128;
  const RowSums& first = sums.first;
  out = write_rows<kEverySecond, 9>(sums, first.three, 0, out,
                                    [](const C& c) HWY_ATTR { return c.template across<-1, 1>(); });
  out = write_rows<kEverySecond, 81>(sums, first.nine, 0, out,
                                     [](const C& c) HWY_ATTR { return c.template across<-4, 4>(); });
  out = write_rows<kEverySecond, 15>(sums, first.five, kMiddle, out, [](const C& c) HWY_ATTR {
    return hn::Sub(c.template across<1, 2>(), c.template across<-2, -1>());
  });
  out = write_rows<kEverySecond, 15>(sums, first.below_two, kMiddle, out,
                                     [](const C& c) HWY_ATTR { return c.template across<-2, 2>(); });
  out = write_rows<kEverySecond, 54>(sums, first.nine, kMiddle, out, [](const C& c) HWY_ATTR {
    return hn::Sub(c.template across<1, 4>(), c.template across<-4, -1>());
  });
  write_rows<kEverySecond, 54>(sums, first.below_four, kMiddle, out,
                               [](const C& c) HWY_ATTR { return c.template across<-4, 4>(); });
}

void FilterPlane(const PlaneSums& sums, std::uint8_t* out) {
  if (sums.every_second) return filter_all<true>(sums, out);
  filter_all<false>(sums, out);
}

}  // namespace ocelli::internal::filter_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::filter_kernel {

HWY_EXPORT(AddUpRows);
HWY_EXPORT(FilterPlane);

void add_up_rows(const Rows& rows, std::size_t count, const RowSums& sums) {
  HWY_DYNAMIC_DISPATCH(AddUpRows)(rows, count, sums);
}

void filter_plane(const PlaneSums& sums, std::uint8_t* out) { HWY_DYNAMIC_DISPATCH(FilterPlane)(sums, out); }

}  // namespace ocelli::internal::filter_kernel
#endif  // HWY_ONCE
