#include "ocelli/features/haar/window_integrals.hpp"

#include <oneapi/tbb/blocked_range.h>

#include <algorithm>
#include <array>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/integral_image.hpp"

namespace ocelli::internal {

WindowIntegrals::WindowIntegrals(const TrainingWindows& windows, float min_deviation)
    : columns_(windows.width() + 1),
      inverse_deviations_(windows.size()),
      entries_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(windows.height() + 1) *
               windows.size()) {
  const int h = windows.height(), w = windows.width();
  ocelli::internal::parallel_for(
      tbb::blocked_range<std::size_t>(0, windows.size(), 256), [&](const auto& range) {
        IntegralTable sum, squared;
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          integrate(windows.image(i), sum, squared);
          for (int y = 0; y <= h; ++y) {
            for (int x = 0; x <= w; ++x) entries_[row(y, x) + i] = static_cast<std::int32_t>(sum.at(y, x));
          }
          inverse_deviations_[i] = inverse_deviation(sum.at(h, w), squared.at(h, w), w * h, min_deviation);
        }
      });
}

void WindowIntegrals::respond(const HaarFeature& feature, std::span<float> z) const {
  constexpr std::size_t kBlock = 1024;
  std::array<std::int32_t, kBlock> total;
  const std::vector<WeightedCorner> own = corners(feature);
  for (std::size_t begin = 0; begin < size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, size() - begin);
    std::fill_n(total.begin(), count, 0);
    for (const WeightedCorner& corner : own) {
      const std::int32_t* entries = entries_.data() + row(corner.y, corner.x) + begin;
      const std::int32_t weight = corner.weight;
      for (std::size_t i = 0; i < count; ++i) total[i] += weight * entries[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
      z[begin + i] = static_cast<float>(total[i]) * inverse_deviations_[begin + i];
    }
  }
}

BinnedResponses bin_responses(std::span<const HaarFeature> features, const TrainingWindows& windows, int bins,
                              float min_deviation) {
  require(windows.size() > 0, Kind::training, "there are no windows to compute responses of");
  return bin_responses(features, WindowIntegrals(windows, min_deviation), bins);
}

BinnedResponses bin_responses(std::span<const HaarFeature> features, const WindowIntegrals& integrals,
                              int bins) {
  require(bins >= 2 && bins <= 256, Kind::usage, "the number of bins must be from 2 to 256");
  return bin_responses(
      features.size(), integrals.size(), bins,
      [&](std::size_t f, std::span<float> responses) { integrals.respond(features[f], responses); });
}

}  // namespace ocelli::internal
