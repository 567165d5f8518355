#include "ocelli/imaging/resize_kernel.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/imaging/resize_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::resize_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int32_t>;
using V = hn::Vec<D>;
using D8 = hn::Rebind<std::uint8_t, D>;
using D16 = hn::Rebind<std::int16_t, D>;
using DU16 = hn::Rebind<std::uint16_t, D>;

HWY_INLINE V wide(const std::uint8_t* at) { return hn::PromoteTo(D(), hn::LoadU(D8(), at)); }

/// A register full of columns from x on, each interpolated at its own position in the row, in units of
/// 2^-kBits.
template <int kBits>
HWY_INLINE V gather_blend(const std::uint8_t* row, const LinearTaps& columns, std::size_t x) {
  const std::size_t lanes = hn::Lanes(D());
  HWY_ALIGN std::int32_t sums[hn::MaxLanes(D())];
  for (std::size_t i = x; i < x + lanes; ++i) {
    const std::int32_t left = row[columns.first[i]], right = row[columns.first[i] + 1];
    sums[i - x] = (left << kBits) + (right - left) * columns.share[i];
  }
  return hn::Load(D(), sums);
}

#if HWY_TARGET != HWY_SCALAR
/// Loads 16 bytes from the first pixel of each block on.
template <class DU8>
HWY_INLINE hn::Vec<DU8> load_blocks(DU8 d8, const std::uint8_t* row, const std::int32_t* first) {
  constexpr std::size_t kBytes = 16;
  if constexpr (hn::MaxLanes(DU8()) > kBytes) {
    const hn::Half<DU8> half;
    const std::size_t columns = hn::Lanes(half) / kBytes * kTapBlock;
    return hn::Combine(d8, load_blocks(half, row, first + columns), load_blocks(half, row, first));
  } else {
    return hn::LoadU(d8, row + *first);
  }
}

/// The same as gather_blend(), by table look-up.
template <int kBits>
HWY_INLINE V look_up_blend(const std::uint8_t* row, const LinearTaps& columns, std::size_t x) {
  const D d;
  const hn::Repartition<std::uint8_t, D> d8;
  const auto bytes = load_blocks(d8, row, columns.first.data() + x);
  const auto places = hn::LoadU(hn::RebindToUnsigned<D>(), columns.look_ups.data() + x);
  const V found = hn::BitCast(d, hn::TableLookupBytesOr0(bytes, hn::BitCast(d8, places)));
  const V left = hn::And(found, hn::Set(d, 0xff)), right = hn::ShiftRight<16>(found);
  const V share = hn::LoadU(d, columns.share.data() + x);
  return hn::Add(hn::ShiftLeft<kBits>(left), hn::Mul(hn::Sub(right, left), share));
}
#endif

template <class Arithmetic>
HWY_INLINE void blend_columns(const std::uint8_t* row, const LinearTaps& columns, int width,
                              typename Arithmetic::Blended* out) {
  constexpr int kBits = Arithmetic::kBits;
  const std::size_t lanes = hn::Lanes(D()), end = static_cast<std::size_t>(width);
  std::size_t x = 0;
#if HWY_TARGET != HWY_SCALAR
  if (!columns.look_ups.empty()) {
    for (; x < end; x += lanes) Arithmetic::store(look_up_blend<kBits>(row, columns, x), out + x);
  }
#endif
  for (; x < end; x += lanes) Arithmetic::store(gather_blend<kBits>(row, columns, x), out + x);
}

/// The arithmetic of OpenCV.
struct LevelArithmetic {
  using Blended = std::int16_t;
  static constexpr int kBits = kLinearBits;

  static HWY_INLINE void store(V sums, Blended* out) {
    hn::StoreU(hn::DemoteTo(D16(), hn::ShiftRight<4>(sums)), D16(), out);
  }

  static HWY_INLINE void blend_rows(const Blended* upper, const Blended* lower, std::int32_t share, int width,
                                    std::uint8_t* out) {
    const hn::ScalableTag<Blended> d;
    const hn::Rebind<std::uint8_t, decltype(d)> d8;
    const auto upper_weight = hn::Set(d, static_cast<Blended>((1 << kBits) - share));
    const auto lower_weight = hn::Set(d, static_cast<Blended>(share));
    for (std::size_t x = 0; x < static_cast<std::size_t>(width); x += hn::Lanes(d)) {
      const auto sum = hn::Add(hn::MulHigh(hn::LoadU(d, upper + x), upper_weight),
                               hn::MulHigh(hn::LoadU(d, lower + x), lower_weight));
      hn::StoreU(hn::DemoteTo(d8, hn::ShiftRight<2>(hn::Add(sum, hn::Set(d, 2)))), d8, out + x);
    }
  }
};

/// Exact arithmetic. Writes no pixel beyond the row.
struct PartArithmetic {
  using Blended = std::int32_t;
  static constexpr int kBits = kPartBits;

  static HWY_INLINE void store(V sums, Blended* out) { hn::StoreU(sums, D(), out); }

  static HWY_INLINE void blend_rows(const Blended* upper, const Blended* lower, std::int32_t share, int width,
                                    std::uint8_t* out) {
    const D d;
    const V upper_weight = hn::Set(d, (1 << kBits) - share), lower_weight = hn::Set(d, share);
    const V half = hn::Set(d, 1 << (2 * kBits - 1));
    const std::size_t lanes = hn::Lanes(d), end = static_cast<std::size_t>(width);
    for (std::size_t x = 0; x < end; x += lanes) {
      const V sum = hn::Add(hn::Mul(hn::LoadU(d, upper + x), upper_weight),
                            hn::Mul(hn::LoadU(d, lower + x), lower_weight));
      const auto pixels = hn::DemoteTo(D8(), hn::ShiftRight<2 * kBits>(hn::Add(sum, half)));
      if (x + lanes <= end) {
        hn::StoreU(pixels, D8(), out + x);
        continue;
      }
      HWY_ALIGN std::uint8_t last[hn::MaxLanes(D())];
      hn::StoreU(pixels, D8(), last);
      std::copy_n(last, end - x, out + x);
    }
  }
};

/// Interpolates `columns` source pixels per row, from `first_column` on.
template <class Arithmetic>
HWY_INLINE void interpolate_rows(const cv::Mat& source, int first_column, int columns, cv::Mat& result,
                                 Scratch& scratch, std::vector<typename Arithmetic::Blended> (&rows)[2]) {
  int held[2] = {-1, -1};
  const auto blended = [&](int y) HWY_ATTR {
    auto* const row = rows[y % 2].data();
    if (held[y % 2] == y) return row;
    held[y % 2] = y;
    const std::uint8_t* from = source.ptr(y) + first_column;
    // Vector code reads past the end of a row: into the next rows, or into copies of the last rows.
    if (source.step[0] * static_cast<std::size_t>(source.rows - 1 - y) < kPadding) {
      std::copy_n(from, columns, scratch.source_row.data());
      from = scratch.source_row.data();
    }
    blend_columns<Arithmetic>(from, scratch.columns, result.cols, row);
    return row;
  };
  for (int y = 0; y < result.rows; ++y) {
    const auto tap = static_cast<std::size_t>(y);
    const std::int32_t first = scratch.rows.first[tap];
    const auto* const upper = blended(std::clamp(first, 0, source.rows - 1));
    const auto* const lower = blended(std::clamp(first + 1, 0, source.rows - 1));
    Arithmetic::blend_rows(upper, lower, scratch.rows.share[tap], result.cols, result.ptr(y));
  }
}

void Interpolate(const cv::Mat& source, cv::Mat& result, Scratch& scratch) {
  interpolate_rows<LevelArithmetic>(source, 0, source.cols, result, scratch, scratch.blended_rows);
}

void InterpolatePart(const cv::Mat& source, int first_column, int columns, cv::Mat& result,
                     Scratch& scratch) {
  interpolate_rows<PartArithmetic>(source, first_column, columns, result, scratch, scratch.part_rows);
}

/// Combines the source rows that one row of the halved image covers. The source ends with its last pixel, so
/// the last few are processed one by one.
HWY_INLINE void halve_rows(const std::uint8_t* const (&rows)[3], const std::int32_t (&weights)[3], int width,
                           std::uint16_t* out) {
  constexpr int kShift = kHalvingBits - kHalvedRowBits;
  constexpr std::int32_t kHalf = 1 << (kShift - 1);
  const int lanes = static_cast<int>(hn::Lanes(D()));
  int x = 0;
  for (; x + lanes <= width; x += lanes) {
    V sum = hn::Set(D(), kHalf);
    for (int r = 0; r < 3; ++r) sum = hn::Add(sum, hn::Mul(wide(rows[r] + x), hn::Set(D(), weights[r])));
    hn::StoreU(hn::DemoteTo(DU16(), hn::ShiftRight<kShift>(sum)), DU16(), out + x);
  }
  for (; x < width; ++x) {
    std::int32_t sum = kHalf;
    for (int r = 0; r < 3; ++r) sum += rows[r][x] * weights[r];
    out[x] = static_cast<std::uint16_t>(sum >> kShift);
  }
}

HWY_INLINE void halve_columns(const std::uint16_t* row, const HalvingTaps& columns, int width,
                              std::uint8_t* out) {
  constexpr int kShift = kHalvingBits + kHalvedRowBits;
  const D d;
  for (std::size_t x = 0; x < static_cast<std::size_t>(width); x += hn::Lanes(d)) {
    hn::Vec<DU16> even, odd, next, unused;
    hn::LoadInterleaved2(DU16(), row + 2 * x, even, odd);
    hn::LoadInterleaved2(DU16(), row + 2 * x + 2, next, unused);
    const auto weighted = [&](hn::Vec<DU16> pixels, int tap) HWY_ATTR {
      return hn::Mul(hn::PromoteTo(d, pixels), hn::LoadU(d, columns.weights[tap].data() + x));
    };
    const V sum = hn::Add(hn::Add(weighted(even, 0), weighted(odd, 1)), weighted(next, 2));
    const V rounded = hn::Add(sum, hn::Set(d, 1 << (kShift - 1)));
    hn::StoreU(hn::DemoteTo(D8(), hn::ShiftRight<kShift>(rounded)), D8(), out + x);
  }
}

void Halve(const cv::Mat& source, cv::Mat& result, Scratch& scratch) {
  const auto& weights = scratch.halving_rows.weights;
  for (int y = 0; y < result.rows; ++y) {
    const auto i = static_cast<std::size_t>(y);
    const int next = std::min(2 * y + 2, source.rows - 1);
    halve_rows({source.ptr(2 * y), source.ptr(2 * y + 1), source.ptr(next)},
               {weights[0][i], weights[1][i], weights[2][i]}, source.cols, scratch.halved_row.data());
    halve_columns(scratch.halved_row.data(), scratch.halving_columns, result.cols, result.ptr(y));
  }
}

}  // namespace ocelli::internal::resize_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::resize_kernel {

HWY_EXPORT(Interpolate);
HWY_EXPORT(InterpolatePart);
HWY_EXPORT(Halve);

namespace {

constexpr std::int64_t kOne = 1 << kHalvingBits;

/// numerator / denominator in units of weights, rounded to the nearest.
std::int32_t weight(std::int64_t numerator, std::int64_t denominator) {
  return static_cast<std::int32_t>((2 * kOne * numerator + denominator) / (2 * denominator));
}

template <class Number>
void with_room_for(std::vector<Number>& row, int width) {
  const auto needed = static_cast<std::size_t>(width) + 3 * kPadding;
  if (row.size() < needed) row.resize(needed);
}

/// For consecutive results.
void set_part_taps(const Stretch& stretch, int result, LinearTaps& taps) {
  taps.first.clear();
  taps.share.clear();
  for (int i = 0; i < result; ++i) {
    const double place = stretch.begin + (i + 0.5) * stretch.length / result - 0.5;
    const double first = std::floor(place);
    taps.first.push_back(static_cast<std::int32_t>(first));
    taps.share.push_back(static_cast<std::int32_t>((place - first) * (1 << kPartBits)));
  }
}

void set_look_ups(LinearTaps& taps) {
  constexpr std::uint32_t kFurthest = 14, kNoPixels = 0x80008000;
  taps.look_ups.resize(taps.first.size());
  std::uint32_t furthest = 0;
  for (std::size_t x = 0; x < taps.first.size(); ++x) {
    const auto place = static_cast<std::uint32_t>(taps.first[x] - taps.first[x / kTapBlock * kTapBlock]);
    furthest = std::max(furthest, place);
    taps.look_ups[x] = kNoPixels | place | (place + 1) << 16;
  }
  if (furthest > kFurthest) taps.look_ups.clear();
}

/// Keeps columns within the source, and repeats the last one as padding.
void end_column_taps(int source, LinearTaps& taps) {
  for (std::size_t x = 0; x < taps.first.size(); ++x) {
    if (taps.first[x] >= 0 && taps.first[x] < source - 1) continue;
    taps.first[x] = std::clamp(taps.first[x], 0, source - 1);
    taps.share[x] = 0;
  }
  taps.first.insert(taps.first.end(), kPadding, taps.first.back());
  taps.share.insert(taps.share.end(), kPadding, 0);
  set_look_ups(taps);
}

}  // namespace

void set_row_taps(int source, int result, int first_row, int rows, LinearTaps& taps) {
  // In the precision that OpenCV uses.
  const double scale = 1 / (static_cast<double>(result) / source);
  taps.first.clear();
  taps.share.clear();
  for (int y = first_row; y < first_row + rows; ++y) {
    const auto place = static_cast<float>((y + 0.5) * scale - 0.5);
    const float first = std::floor(place);
    taps.first.push_back(static_cast<std::int32_t>(first));
    taps.share.push_back(static_cast<std::int32_t>(std::nearbyint((place - first) * (1 << kLinearBits))));
  }
}

void set_column_taps(int source, int result, LinearTaps& taps) {
  set_row_taps(source, result, 0, result, taps);
  end_column_taps(source, taps);
}

void set_halving_taps(int source, HalvingTaps& taps) {
  const int result = source / 2;
  const std::int64_t odd = source % 2;
  for (std::vector<std::int32_t>& weights : taps.weights) weights.clear();
  for (std::int64_t i = 0; i < result; ++i) {
    const std::int32_t first = weight(odd != 0 ? result - i : 1, odd != 0 ? source : 2);
    const std::int32_t third = weight(odd * (i + 1), source);
    taps.weights[0].push_back(first);
    taps.weights[1].push_back(static_cast<std::int32_t>(kOne) - first - third);
    taps.weights[2].push_back(third);
  }
  for (std::vector<std::int32_t>& weights : taps.weights) weights.insert(weights.end(), kPadding, 0);
}

void interpolate(const cv::Mat& source, int height, int first_row, cv::Mat& result, Scratch& scratch) {
  set_column_taps(source.cols, result.cols, scratch.columns);
  set_row_taps(source.rows, height, first_row, result.rows, scratch.rows);
  with_room_for(scratch.source_row, source.cols);
  for (std::vector<std::int16_t>& row : scratch.blended_rows) with_room_for(row, result.cols);
  HWY_DYNAMIC_DISPATCH(Interpolate)(source, result, scratch);
}

void interpolate_part(const cv::Mat& source, const Stretch& columns, const Stretch& rows, cv::Mat& result,
                      Scratch& scratch) {
  set_part_taps(columns, result.cols, scratch.columns);
  end_column_taps(source.cols, scratch.columns);
  set_part_taps(rows, result.rows, scratch.rows);
  std::vector<std::int32_t>& firsts = scratch.columns.first;
  const std::int32_t first = firsts.front(), end = std::min(firsts.back() + 2, source.cols);
  for (std::int32_t& place : firsts) place -= first;
  with_room_for(scratch.source_row, end - first);
  for (std::vector<std::int32_t>& row : scratch.part_rows) with_room_for(row, result.cols);
  HWY_DYNAMIC_DISPATCH(InterpolatePart)(source, first, end - first, result, scratch);
}

void halve(const cv::Mat& source, cv::Mat& result, Scratch& scratch) {
  set_halving_taps(source.cols, scratch.halving_columns);
  set_halving_taps(source.rows, scratch.halving_rows);
  with_room_for(scratch.halved_row, source.cols);
  HWY_DYNAMIC_DISPATCH(Halve)(source, result, scratch);
}

}  // namespace ocelli::internal::resize_kernel
#endif  // HWY_ONCE
