#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/features/channels/gradient_channels.hpp"

namespace ocelli::internal {

/// GradientChannels, and behind them what box filters make of each of their eight planes (gray levels,
/// magnitude, six orientations): for each filter a byte a cell of 4 x 4 pixels, in turn
///
///   0, 1    the means of 3 x 3 and of 9 x 9 cells
///   2, 3    two thirds of the mean of the two columns to the right less that of the two to the left, five
///   rows high; the same of rows 4, 5    the same of four columns, nine rows high, and of four rows
///
/// Differences are around 128. Cells are those of the plane: 2 x 2 pixels of gray levels and magnitude, of
/// which each second one has results. Beyond the border, the cells at the border are repeated. A threshold on
/// a filtered channel parts neighboring, correlated cells along an oblique line, which trees on the channels
/// themselves need many thresholds for.
///
/// All in integers: the same on every machine. Source: Nam, Dollar and Han, "Local decorrelation for improved
/// pedestrian detection" (2014), whose learned filters are much like these; Zhang, Benenson and Schiele,
/// "Filtered channel features" (2015).
class FilteredChannels {
 public:
  static constexpr std::size_t kPlanes = 2 + GradientChannels::kOrientations, kFilters = 6;

  /// Channels of pictures of this size.
  /// Throws  as GradientChannels.
  explicit FilteredChannels(cv::Size picture);

  const GradientChannels& gradients() const { return gradients_; }
  cv::Size picture() const { return gradients_.picture(); }
  /// Bytes of a picture's channels, those of the gradients among them.
  std::size_t size() const { return size_; }

  /// Working memory of one caller, reused from picture to picture.
  struct Scratch {
    std::vector<std::uint8_t> padded;
    std::vector<std::int16_t> sums;
  };

  /// Bytes behind the channels that are written on the way.
  static constexpr std::size_t kSlack = 64;

  /// Writes all channels of a picture with these gradients' channels. Requires room for size() + kSlack
  /// bytes.
  /// Cost  about 5 microseconds for 56 x 56 pixels.
  void filter(std::span<const std::uint8_t> gradients, std::span<std::uint8_t> channels,
              Scratch& scratch) const;

  /// All channels of a picture with these gradients' channels.
  std::vector<std::uint8_t> filtered(std::span<const std::uint8_t> gradients) const;

 private:
  GradientChannels gradients_;
  std::size_t size_;
};

}  // namespace ocelli::internal
