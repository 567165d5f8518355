#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// The integral images of many windows, transposed so that one position of all windows is contiguous. A
/// feature's responses over the windows are then a few sums of long rows.
///
/// Immutable; threads may share it.
/// Memory  4 (w + 1)(h + 1) bytes per window (1.8 kB at 20 x 20).
class WindowIntegrals {
 public:
  WindowIntegrals(const TrainingWindows& windows, float min_deviation);

  std::size_t size() const { return inverse_deviations_.size(); }

  /// z = response / max(deviation, min_deviation) of every window.
  /// Requires  one element of z per window.
  /// Cost  4 to 16 additions per window.
  void respond(const HaarFeature& feature, std::span<float> z) const;

 private:
  std::size_t row(int y, int x) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x)) *
           size();
  }

  int columns_;
  std::vector<float> inverse_deviations_;
  std::vector<std::int32_t> entries_;
};

/// Evaluates Haar-like features on windows and bins them.
///
/// z = response / max(deviation, min_deviation), in bins of even_binning().
/// Requires  2 <= bins <= 256.
/// Cost      features x windows x 4 to 16 look-ups, in parallel over features; features x windows bytes.
/// Source    floatboost section 4: histograms of scalar features.
BinnedResponses bin_responses(std::span<const HaarFeature> features, const TrainingWindows& windows, int bins,
                              float min_deviation);
/// The same for existing integral images.
BinnedResponses bin_responses(std::span<const HaarFeature> features, const WindowIntegrals& windows,
                              int bins);

}  // namespace ocelli::internal
