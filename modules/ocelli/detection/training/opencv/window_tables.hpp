#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// Integral images of many windows and the normalization of each window. They are transposed so that one
/// position of all windows is contiguous. Responses are exactly those of OpenCV.
///
/// Immutable and thread-safe.
/// Memory  4 (w + 1)(h + 1) bytes per window, twice that with tilted sums.
class OpenCvWindowTables {
 public:
  OpenCvWindowTables(const TrainingWindows& windows, bool tilted);

  std::size_t size() const { return inverse_norms_.size(); }

  /// Requires one output element for each window, and tilted sums for a tilted feature.
  void respond(const OpenCvHaar& feature, std::span<float> responses) const;
  void respond(const OpenCvLbp& feature, std::span<std::uint8_t> categories) const;

 private:
  const std::int32_t* row(const std::vector<std::int32_t>& table, int y, int x) const {
    return table.data() +
           (static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x)) *
               size();
  }

  int columns_;
  std::vector<float> inverse_norms_;
  std::vector<std::int32_t> sums_, tilted_;
};

}  // namespace ocelli::internal
