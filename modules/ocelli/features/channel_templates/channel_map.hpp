#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/channel_templates/cell_channels.hpp"

namespace ocelli::internal {

/// The channels of an image's cells, surrounded by empty cells, so that windows may extend beyond the edges.
class ChannelMap {
 public:
  /// Cells along a side of a window.
  static constexpr std::size_t kSide = 3;
  /// The size of a window: one number per cell and channel.
  static std::size_t taps(const CellChannels& channels) { return kSide * kSide * channels.count(); }

  /// Requires  the same as CellChannels::encode().
  void compute(const CellChannels& channels, std::span<const float> image);

  /// Copies the bytes of the window around a cell, row by row of cells, with the channels of each cell
  /// together.
  void read_window(std::size_t x, std::size_t y, std::span<float> window) const {
    for (std::size_t r = 0; r < kSide; ++r)
      std::ranges::copy(window_row(x, y, r), window.subspan(r * row_).begin());
  }
  /// sums += factor * window around a cell.
  void add_window(std::size_t x, std::size_t y, float factor, std::span<float> sums) const;

 private:
  static constexpr std::size_t kMargin = kSide / 2;

  std::span<const float> window_row(std::size_t x, std::size_t y, std::size_t row) const {
    return {values_.data() + (y + row) * stride_ + x * row_ / kSide, row_};
  }

  std::vector<std::uint8_t> codes_;
  std::vector<float> values_;
  std::size_t stride_ = 0, row_ = 0;  ///< length of a row of cells, and of a row of a window
};

}  // namespace ocelli::internal
