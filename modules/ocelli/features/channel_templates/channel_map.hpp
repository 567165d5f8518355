#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/orientations/orientation_features.hpp"

namespace ocelli {

/// The gradient directions of an image's cells, with empty cells around them, so that windows may extend beyond the edges.
class ChannelMap {
 public:
  /// Cells along a side of a window.
  static constexpr std::size_t kSide = 3;
  static constexpr std::size_t kTaps = kSide * kSide * OrientationFeatures::kDirections;

  /// Requires  all features of one grid, in their order; grey levels 0 .. 255, row by row.
  void compute(const OrientationFeatures& channels, std::span<const float> image);

  /// Copies the kTaps bytes of the window around a cell: row after row of cells, the directions of each.
  void read_window(std::size_t x, std::size_t y, std::span<float> window) const {
    for (std::size_t r = 0; r < kSide; ++r)
      std::ranges::copy(window_row(x, y, r), window.subspan(r * kRow).begin());
  }
  /// sums += factor * window around a cell.
  void add_window(std::size_t x, std::size_t y, float factor, std::span<float> sums) const;

 private:
  static constexpr std::size_t kMargin = kSide / 2, kRow = kSide * OrientationFeatures::kDirections;

  std::span<const float> window_row(std::size_t x, std::size_t y, std::size_t row) const {
    return {values_.data() + (y + row) * stride_ + x * OrientationFeatures::kDirections, kRow};
  }

  std::vector<std::uint8_t> codes_;
  std::vector<float> values_;
  std::size_t stride_ = 0;
};

}  // namespace ocelli
