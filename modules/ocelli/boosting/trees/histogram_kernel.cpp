#include "ocelli/boosting/trees/histogram_kernel.hpp"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/trees/histogram_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::histogram_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most the row padding.
using Floats = hn::CappedTag<float, kPadding>;

void AddRows(const BinnedRows& rows, std::span<const std::uint32_t> samples,
             std::span<const std::uint32_t> columns, std::span<float> histograms) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d), cells = rows.bins * rows.stride;
  for (const std::uint32_t sample : samples) {
    const float* const weights = rows.weights + sample * rows.stride;
    const std::uint8_t* const codes = rows.codes + sample * rows.columns;
    float* of_column = histograms.data();
    for (const std::uint32_t column : columns) {
      float* const cell = of_column + codes[column] * rows.stride;
      for (std::size_t l = 0; l < rows.stride; l += lanes)
        hn::StoreU(hn::Add(hn::LoadU(d, cell + l), hn::LoadU(d, weights + l)), d, cell + l);
      of_column += cells;
    }
  }
}

void Subtract(std::span<const float> part, std::span<float> from) {
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t l = 0; l < from.size(); l += lanes)
    hn::StoreU(hn::Sub(hn::LoadU(d, from.data() + l), hn::LoadU(d, part.data() + l)), d, from.data() + l);
}

/// Adds a bin to `below` and computes the sums of squares of the targets on both sides of its end.
struct Squares {
  float below, above;
};

HWY_INLINE Squares AddBin(const float* bin, const float* totals, const float* chosen, std::size_t stride,
                          float* below) {
  const Floats d;
  auto of_below = hn::Zero(d), of_above = hn::Zero(d);
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t l = 0; l < stride; l += lanes) {
    const auto sum = hn::Add(hn::LoadU(d, below + l), hn::LoadU(d, bin + l));
    hn::StoreU(sum, d, below + l);
    const auto is_target = hn::LoadU(d, chosen + l);
    const auto low = hn::Mul(sum, is_target);
    const auto high = hn::Mul(hn::Sub(hn::LoadU(d, totals + l), sum), is_target);
    of_below = hn::Add(of_below, hn::Mul(low, low));
    of_above = hn::Add(of_above, hn::Mul(high, high));
  }
  return {hn::GetLane(hn::SumOfLanes(d, of_below)), hn::GetLane(hn::SumOfLanes(d, of_above))};
}

Split BestSplit(std::span<const float> histogram, std::span<const float> totals, const RowLayout& layout,
                float min) {
  const std::size_t stride = layout.stride();
  thread_local std::vector<float> below, chosen;
  below.assign(stride, 0);
  chosen.assign(stride, 0);
  std::fill_n(chosen.begin(), layout.targets, 1.0F);
  const float weight = totals[layout.total()], samples = totals[layout.count()];
  float whole = 0;
  for (std::size_t t = 0; t < layout.targets; ++t) whole += totals[t] * totals[t];
  whole /= 1 + weight;
  Split best;
  for (std::size_t b = 0; (b + 1) * stride < histogram.size(); ++b) {
    const float* const bin = histogram.data() + b * stride;
    if (bin[layout.count()] == 0) continue;
    const Squares squares = AddBin(bin, totals.data(), chosen.data(), stride, below.data());
    const float count = below[layout.count()], low = std::max(below[layout.total()], 0.0F);
    if (samples - count < min) break;
    if (count < min) continue;
    const float gain = squares.below / (1 + low) + squares.above / (1 + std::max(weight - low, 0.0F)) - whole;
    if (gain > best.gain) best = {gain, static_cast<std::uint32_t>(b)};
  }
  return best;
}

}  // namespace ocelli::internal::histogram_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::histogram_kernel {

HWY_EXPORT(AddRows);
HWY_EXPORT(Subtract);
HWY_EXPORT(BestSplit);

void add_rows(const BinnedRows& rows, std::span<const std::uint32_t> samples,
              std::span<const std::uint32_t> columns, std::span<float> histograms) {
  HWY_DYNAMIC_DISPATCH(AddRows)(rows, samples, columns, histograms);
}

void subtract(std::span<const float> part, std::span<float> from) {
  HWY_DYNAMIC_DISPATCH(Subtract)(part, from);
}

Split best_split(std::span<const float> histogram, std::span<const float> totals, const RowLayout& layout,
                 float min) {
  return HWY_DYNAMIC_DISPATCH(BestSplit)(histogram, totals, layout, min);
}

}  // namespace ocelli::internal::histogram_kernel
#endif  // HWY_ONCE
