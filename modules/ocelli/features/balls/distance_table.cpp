#include "ocelli/features/balls/distance_table.hpp"

#include <oneapi/tbb/blocked_range.h>

#include <algorithm>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/balls/distance_table.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef OCELLI_DISTANCE_TABLE_PANEL
#define OCELLI_DISTANCE_TABLE_PANEL
namespace ocelli::internal {
inline constexpr std::size_t kPanel = 32;  // vectors: two AVX-512 registers, eight of SSE
}
#endif

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::distance_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kPanel / 2>;
using VF = hn::Vec<F>;

/// kPoints points against two registers of a panel's vectors: enough sums to hide the latency of an addition.
template <std::size_t kPoints>
HWY_INLINE void measure_tile(const float* points, std::size_t dimensions, const float* panel,
                             float* distances, std::size_t stride) {
  const F df;
  const std::size_t lanes = hn::Lanes(df);
  VF low[kPoints], high[kPoints];
  for (std::size_t i = 0; i < kPoints; ++i) low[i] = high[i] = hn::Zero(df);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const VF low_vectors = hn::LoadU(df, panel + d * kPanel);
    const VF high_vectors = hn::LoadU(df, panel + d * kPanel + lanes);
    for (std::size_t i = 0; i < kPoints; ++i) {
      const VF x = hn::Set(df, points[i * dimensions + d]);
      const VF to_low = hn::Sub(x, low_vectors), to_high = hn::Sub(x, high_vectors);
      low[i] = hn::Add(low[i], hn::Mul(to_low, to_low));
      high[i] = hn::Add(high[i], hn::Mul(to_high, to_high));
    }
  }
  for (std::size_t i = 0; i < kPoints; ++i) {
    hn::StoreU(low[i], df, distances + i * stride);
    hn::StoreU(high[i], df, distances + i * stride + lanes);
  }
}

void MeasurePanel(const float* points, std::size_t count, std::size_t dimensions, const float* panel,
                  float* distances, std::size_t stride) {
  constexpr std::size_t kTile = 4;
  const std::size_t step = 2 * hn::Lanes(F()), whole = count / kTile * kTile;
  for (std::size_t v = 0; v < kPanel; v += step) {
    for (std::size_t i = 0; i < whole; i += kTile) {
      measure_tile<kTile>(points + i * dimensions, dimensions, panel + v, distances + i * stride + v, stride);
    }
    for (std::size_t i = whole; i < count; ++i) {
      measure_tile<1>(points + i * dimensions, dimensions, panel + v, distances + i * stride + v, stride);
    }
  }
}

}  // namespace ocelli::internal::distance_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal {
namespace distance_kernel {
HWY_EXPORT(MeasurePanel);

// In this namespace because Highway refers to its function without a table if there is only one instruction
// set.
void measure_panel(const float* points, std::size_t count, std::size_t dimensions, const float* panel,
                   float* distances, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(MeasurePanel)(points, count, dimensions, panel, distances, stride);
}
}  // namespace distance_kernel

float squared_distance(std::span<const float> x, std::span<const float> v) {
  float sum = 0;
  for (std::size_t d = 0; d < x.size(); ++d) sum += (x[d] - v[d]) * (x[d] - v[d]);
  return sum;
}

DistanceTable::DistanceTable(const SampleValues& vectors)
    : size_(static_cast<std::size_t>(vectors.rows())), dimensions_(static_cast<std::size_t>(vectors.cols())) {
  require(size_ > 0 && dimensions_ > 0, Kind::usage, "there are no vectors to measure distances to");
  panels_.resize((size_ + kPanel - 1) / kPanel * kPanel * dimensions_);
  for (std::size_t v = 0; v < size_; ++v) {
    float* const panel = panels_.data() + v / kPanel * kPanel * dimensions_;
    for (std::size_t d = 0; d < dimensions_; ++d) panel[d * kPanel + v % kPanel] = vectors(v, d);
  }
}

void DistanceTable::measure(std::span<const float> points, std::span<float> distances) const {
  const std::size_t count = points.size() / dimensions_;
  for (std::size_t v = 0; v < stride(); v += kPanel) {
    distance_kernel::measure_panel(points.data(), count, dimensions_, panels_.data() + v * dimensions_,
                                   distances.data() + v, stride());
  }
}

std::vector<Nearest> DistanceTable::nearest(const SampleValues& points) const {
  constexpr std::size_t kBlock = 32;
  std::vector<Nearest> found(static_cast<std::size_t>(points.rows()));
  ocelli::internal::parallel_for(
      tbb::blocked_range<std::size_t>(0, found.size(), 8 * kBlock), [&](const auto& range) {
        std::vector<float> distances(kBlock * stride());
        for (std::size_t first = range.begin(); first < range.end(); first += kBlock) {
          const std::size_t count = std::min(kBlock, range.end() - first);
          measure({points.data() + first * dimensions_, count * dimensions_}, distances);
          for (std::size_t i = 0; i < count; ++i) {
            const float* const own = distances.data() + i * stride();
            const float* const min = std::min_element(own, own + size_);
            found[first + i] = {static_cast<std::uint32_t>(min - own), *min};
          }
        }
      });
  return found;
}

}  // namespace ocelli::internal
#endif  // HWY_ONCE
