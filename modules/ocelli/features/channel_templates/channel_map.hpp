#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/channel_templates/cell_channels.hpp"

namespace ocelli::internal {

/// The channels of an image's cells, with empty cells around them, so that windows may extend beyond the
/// edges.
class ChannelMap {
 public:
  /// Cells along a side of a window.
  static constexpr std::size_t kSide = 3;
  /// Numbers of a window.
  static std::size_t taps(const CellChannels& channels) { return kSide * kSide * channels.count(); }

  /// Requires  what CellChannels::encode() does.
  void compute(const CellChannels& channels, std::span<const float> image);

  /// Copies the bytes of the window around a cell: row after row of cells, the channels of each.
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
  std::size_t stride_ = 0, row_ = 0;  ///< numbers of a row of cells, and of one of a window
};

}  // namespace ocelli::internal
