#include "ocelli/boosting/trees/category_split.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace ocelli::internal {
namespace {

using histogram_kernel::RowLayout;

constexpr int kPowerSteps = 8;  // of the principal component; enough to determine an order

/// The nonempty bins of one leaf, and the difference of their mean weights from the leaf's.
class Bins {
 public:
  Bins(std::span<const float> histogram, std::span<const float> totals, const RowLayout& layout)
      : histogram_(histogram), layout_(layout) {
    for (std::uint32_t b = 0; b * layout.stride() < histogram.size(); ++b) {
      if (row(b)[layout.count()] > 0) present_.push_back(b);
    }
    const float weight = std::max(totals[layout.total()], 1e-30F);
    for (const std::uint32_t b : present_) {
      const std::span<const float> sums = row(b);
      const float own = std::max(sums[layout.total()], 0.0F);
      weights_.push_back(own);
      for (std::size_t t = 0; t < layout.targets; ++t)
        means_.push_back((sums[t] - own * totals[t] / weight) / (1 + own));
    }
  }

  std::span<const std::uint32_t> present() const { return present_; }
  std::span<const float> row(std::uint32_t bin) const {
    return histogram_.subspan(bin * layout_.stride(), layout_.stride());
  }

  /// The bins in the order of their means along the first principal component.
  std::vector<std::uint32_t> in_order() const {
    const std::vector<float> at = places();
    std::vector<std::size_t> order(present_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t b) { return at[b]; });
    std::vector<std::uint32_t> bins(order.size());
    std::ranges::transform(order, bins.begin(), [&](std::size_t b) { return present_[b]; });
    return bins;
  }

 private:
  std::span<const float> mean(std::size_t b) const {
    return std::span(means_).subspan(b * layout_.targets, layout_.targets);
  }

  /// The means' coordinates along the component, computed by the power method from the bin that differs most.
  std::vector<float> places() const {
    std::vector<float> at(present_.size());
    const auto along = [&](std::span<const float> direction) {
      for (std::size_t b = 0; b < at.size(); ++b)
        at[b] = std::inner_product(direction.begin(), direction.end(), mean(b).begin(), 0.0F);
    };
    std::size_t farthest = 0;
    float max = -1;
    for (std::size_t b = 0; b < at.size(); ++b) {
      const float square =
          weights_[b] * std::inner_product(mean(b).begin(), mean(b).end(), mean(b).begin(), 0.0F);
      if (square > max) {
        max = square;
        farthest = b;
      }
    }
    std::vector<float> direction(mean(farthest).begin(), mean(farthest).end());
    for (int step = 0; step < kPowerSteps; ++step) {
      along(direction);
      std::ranges::fill(direction, 0.0F);
      for (std::size_t b = 0; b < at.size(); ++b) {
        for (std::size_t t = 0; t < direction.size(); ++t) direction[t] += weights_[b] * at[b] * mean(b)[t];
      }
      const float length =
          std::sqrt(std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.0F));
      if (!(length > 0)) break;
      for (float& d : direction) d /= length;
    }
    along(direction);
    return at;
  }

  std::span<const float> histogram_;
  const RowLayout& layout_;
  std::vector<std::uint32_t> present_;
  std::vector<float> weights_, means_;  ///< of the nonempty bins; one row of targets each
};

/// These bins of a histogram, in this order.
std::vector<float> reordered(const Bins& bins, std::span<const std::uint32_t> order) {
  std::vector<float> rows;
  for (const std::uint32_t b : order) rows.insert(rows.end(), bins.row(b).begin(), bins.row(b).end());
  return rows;
}

/// The side without bin 0; if bin 0 has no samples, the side with fewer bins.
ColumnBins upper_side(std::span<const std::uint32_t> below, std::span<const std::uint32_t> above) {
  const bool swaps = std::ranges::find(above, 0U) != above.end() ||
                     (std::ranges::find(below, 0U) == below.end() && below.size() < above.size());
  ColumnBins set;
  for (const std::uint32_t b : swaps ? below : above) set.set(b);
  return set;
}

}  // namespace

CategorySplit best_category_split(std::span<const float> histogram, std::span<const float> totals,
                                  const RowLayout& layout, float min) {
  const Bins bins(histogram, totals, layout);
  if (bins.present().size() < 2) return {};
  const std::vector<std::uint32_t> order = bins.in_order();
  const auto split = histogram_kernel::best_split(reordered(bins, order), totals, layout, min);
  const auto parts = std::span(order);
  return {split.gain, upper_side(parts.first(split.bin + 1), parts.subspan(split.bin + 1))};
}

}  // namespace ocelli::internal
