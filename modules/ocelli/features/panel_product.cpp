#include "ocelli/features/panel_product.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/panel_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef OCELLI_PANEL_PRODUCT_ROWS
#define OCELLI_PANEL_PRODUCT_ROWS
namespace ocelli::internal::panel_kernel {
inline constexpr std::size_t kPanelRows = 32;
}
#endif

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::panel_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kPanelRows / 2>;

void MultiplyPanel(const float* vector, std::size_t length, const float* panel, float* products) {
  const F df;
  const std::size_t lanes = hn::Lanes(df);
  for (std::size_t r = 0; r < kPanelRows; r += 2 * lanes) {
    auto low = hn::Zero(df), high = low;
    for (std::size_t i = 0; i < length; ++i) {
      const auto number = hn::Set(df, vector[i]);
      const float* const rows = panel + i * kPanelRows + r;
      low = hn::Add(low, hn::Mul(number, hn::LoadU(df, rows)));
      high = hn::Add(high, hn::Mul(number, hn::LoadU(df, rows + lanes)));
    }
    hn::StoreU(low, df, products + r);
    hn::StoreU(high, df, products + r + lanes);
  }
}

}  // namespace ocelli::internal::panel_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal {
namespace panel_kernel {
HWY_EXPORT(MultiplyPanel);

// In this namespace because Highway refers to its function without a table if there is only one instruction
// set.
void multiply_panel(const float* vector, std::size_t length, const float* panel, float* products) {
  HWY_DYNAMIC_DISPATCH(MultiplyPanel)(vector, length, panel, products);
}
}  // namespace panel_kernel

PanelProduct::PanelProduct(std::span<const float> numbers, std::span<const std::size_t> begins)
    : size_(begins.size() - 1) {
  static_assert(kRows == panel_kernel::kPanelRows);
  const auto length = [&](std::size_t row) { return begins[row + 1] - begins[row]; };
  for (std::size_t first = 0; first < size_; first += kRows) {
    const std::size_t end = std::min(first + kRows, size_), begin = panels_.size();
    std::size_t longest = 0;
    for (std::size_t row = first; row < end; ++row) longest = std::max(longest, length(row));
    lengths_.push_back(longest);
    panels_.resize(begin + longest * kRows);
    for (std::size_t row = first; row < end; ++row) {
      for (std::size_t i = 0; i < length(row); ++i)
        panels_[begin + i * kRows + row - first] = numbers[begins[row] + i];
    }
  }
}

void PanelProduct::multiply(std::span<const float> vector, std::span<float> products) const {
  const float* panel = panels_.data();
  for (std::size_t p = 0; p < lengths_.size(); ++p) {
    panel_kernel::multiply_panel(vector.data(), lengths_[p], panel, products.data() + p * kRows);
    panel += lengths_[p] * kRows;
  }
}

}  // namespace ocelli::internal
#endif  // HWY_ONCE
