#include "ocelli/boosting/pools/pool_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/pools/row_histogram.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::row_histogram::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void AddRows(std::span<const std::uint8_t> bytes, const float* rows, std::size_t width, float* sums) {
  const hn::CappedTag<float, 16> d;
  const std::size_t lanes = hn::Lanes(d), whole = width / lanes * lanes;
  for (std::size_t p = 0; p < bytes.size(); ++p) {
    const float* const row = rows + p * width;
    float* const sum = sums + bytes[p] * width;
    for (std::size_t i = 0; i < whole; i += lanes) {
      hn::StoreU(hn::Add(hn::LoadU(d, sum + i), hn::LoadU(d, row + i)), d, sum + i);
    }
    for (std::size_t i = whole; i < width; ++i) sum[i] += row[i];
  }
}

}  // namespace ocelli::internal::row_histogram::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::row_histogram {

HWY_EXPORT(AddRows);

void add_rows(std::span<const std::uint8_t> bytes, const float* rows, std::size_t width, float* sums) {
  HWY_DYNAMIC_DISPATCH(AddRows)(bytes, rows, width, sums);
}

}  // namespace ocelli::internal::row_histogram
#endif
