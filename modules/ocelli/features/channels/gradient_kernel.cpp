#include "ocelli/features/channels/gradient_kernel.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/channels/gradient_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::gradient_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int32_t>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using D8 = hn::Rebind<std::uint8_t, D>;

HWY_INLINE V wide(const std::uint8_t* at) { return hn::PromoteTo(D(), hn::LoadU(D8(), at)); }

Moments Sum(const std::uint8_t* pixels, std::size_t count) {
  // The squares of 65,536 pixels need all 32 bits.
  const hn::RebindToUnsigned<D> d;
  auto sum = hn::Zero(d), squares = sum;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto here = hn::PromoteTo(d, hn::LoadU(D8(), pixels + i));
    sum = hn::Add(sum, here);
    squares = hn::Add(squares, hn::Mul(here, here));
  }
  Moments all{hn::GetLane(hn::SumOfLanes(d, sum)), hn::GetLane(hn::SumOfLanes(d, squares))};
  for (; i < count; ++i) {
    all.sum += pixels[i];
    all.squares += std::uint32_t{pixels[i]} * pixels[i];
  }
  return all;
}

/// The integer part of a gradient's length.
HWY_INLINE V length(V dx, V dy) {
  const hn::RebindToFloat<D> df;
  const V square = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
  return hn::ConvertTo(D(), hn::Sqrt(hn::ConvertTo(df, square)));
}

/// The direction of a gradient, ignoring its sign, in steps of 30 degrees from the x axis. 577 / 1000 is the
/// tangent of 30 degrees.
HWY_INLINE V direction(V dx, V dy) {
  const D d;
  const V across = hn::Abs(dx), along = hn::Abs(dy);
  const V thousand = hn::Set(d, 1000), tangent = hn::Set(d, 577);
  const M below_30 = hn::Gt(hn::Mul(across, tangent), hn::Mul(along, thousand));
  const M below_60 = hn::Gt(hn::Mul(across, thousand), hn::Mul(along, tangent));
  const V step = hn::IfThenZeroElse(below_30, hn::IfThenElse(below_60, hn::Set(d, 1), hn::Set(d, 2)));
  const M leftward = hn::Lt(hn::Mul(dx, dy), hn::Zero(d));
  return hn::IfThenElse(leftward, hn::Sub(hn::Set(d, 5), step), step);
}

HWY_INLINE void store(V sums, std::uint32_t* at) {
  hn::StoreU(hn::BitCast(hn::RebindToUnsigned<D>(), sums), hn::RebindToUnsigned<D>(), at);
}

void SumColumns(const std::array<const std::uint8_t*, 6>& rows, std::size_t width, const ColumnSums& sums) {
  const D d;
  for (std::size_t x = 0; x < width; x += hn::Lanes(d)) {
    V o0 = hn::Zero(d), o1 = o0, o2 = o0, o3 = o0, o4 = o0, o5 = o0;
    for (std::size_t pair = 0; pair < 2; ++pair) {
      V gray = hn::Zero(d), magnitude = gray;
      for (std::size_t y = 2 * pair + 1; y <= 2 * pair + 2; ++y) {
        const std::uint8_t* const row = rows[y] + x;
        const V dx = hn::Sub(wide(row + 1), wide(row - 1));
        const V dy = hn::Sub(wide(rows[y + 1] + x), wide(rows[y - 1] + x));
        const V here = length(dx, dy), way = direction(dx, dy);
        const auto part = [&](std::int32_t o)
                              HWY_ATTR { return hn::IfThenElseZero(hn::Eq(way, hn::Set(d, o)), here); };
        gray = hn::Add(gray, wide(row));
        magnitude = hn::Add(magnitude, here);
        o0 = hn::Add(o0, part(0));
        o1 = hn::Add(o1, part(1));
        o2 = hn::Add(o2, part(2));
        o3 = hn::Add(o3, part(3));
        o4 = hn::Add(o4, part(4));
        o5 = hn::Add(o5, part(5));
      }
      store(gray, sums.gray[pair] + x);
      store(magnitude, sums.magnitude[pair] + x);
    }
    store(o0, sums.orientations[0] + x);
    store(o1, sums.orientations[1] + x);
    store(o2, sums.orientations[2] + x);
    store(o3, sums.orientations[3] + x);
    store(o4, sums.orientations[4] + x);
    store(o5, sums.orientations[5] + x);
  }
}

#if HWY_TARGET == HWY_SCALAR  // has no neighbors in a register
HWY_INLINE V sums_of_pairs(const std::uint32_t* columns) {
  return hn::Set(D(), static_cast<std::int32_t>(columns[0] + columns[1]));
}
HWY_INLINE V sums_of_fours(const std::uint32_t* columns) {
  return hn::Add(sums_of_pairs(columns), sums_of_pairs(columns + 2));
}
#else
HWY_INLINE V sums_of_pairs(V first, V second) {
  return hn::Add(hn::ConcatEven(D(), second, first), hn::ConcatOdd(D(), second, first));
}

HWY_INLINE V sums_of_pairs(const std::uint32_t* columns) {
  const hn::RebindToUnsigned<D> d;
  const auto load = [&](std::size_t i) HWY_ATTR { return hn::BitCast(D(), hn::LoadU(d, columns + i)); };
  return sums_of_pairs(load(0), load(hn::Lanes(d)));
}

HWY_INLINE V sums_of_fours(const std::uint32_t* columns) {
  return sums_of_pairs(sums_of_pairs(columns), sums_of_pairs(columns + 2 * hn::Lanes(D())));
}
#endif

void WriteCells(const std::uint32_t* columns, std::size_t side, int shift, std::size_t count,
                std::uint8_t* cells) {
  const std::size_t lanes = hn::Lanes(D());
  for (std::size_t i = 0; i < count; i += lanes, columns += side * lanes) {
    const V sums = side == 2 ? sums_of_pairs(columns) : sums_of_fours(columns);
    const auto bytes = hn::DemoteTo(D8(), hn::ShiftRightSame(sums, shift));  // at most 255
    if (i + lanes <= count) {
      hn::StoreU(bytes, D8(), cells + i);
      continue;
    }
    std::uint8_t last[hn::MaxLanes(D())];
    hn::StoreU(bytes, D8(), last);
    std::copy_n(last, count - i, cells + i);
  }
}

}  // namespace ocelli::internal::gradient_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::gradient_kernel {

HWY_EXPORT(Sum);
HWY_EXPORT(SumColumns);
HWY_EXPORT(WriteCells);

Moments moments(const std::uint8_t* pixels, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(Sum)(pixels, count);
}

void sum_columns(const std::array<const std::uint8_t*, 6>& rows, std::size_t width, const ColumnSums& sums) {
  HWY_DYNAMIC_DISPATCH(SumColumns)(rows, width, sums);
}

void write_cells(const std::uint32_t* columns, std::size_t side, int shift, std::size_t count,
                 std::uint8_t* cells) {
  HWY_DYNAMIC_DISPATCH(WriteCells)(columns, side, shift, count, cells);
}

}  // namespace ocelli::internal::gradient_kernel
#endif  // HWY_ONCE
