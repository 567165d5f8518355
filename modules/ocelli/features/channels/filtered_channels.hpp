#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/features/channels/gradient_channels.hpp"

namespace ocelli::internal {

/// GradientChannels, followed by box-filtered versions of their eight planes (gray levels, magnitude, six
/// orientations). Each filter produces one byte per cell of 4 x 4 pixels, in this order:
///
///   0, 1  the means of 3 x 3 and of 9 x 9 cells
///   2, 3  two thirds of the mean of the two columns to the right minus that of the two to the left, five
///         rows high; the same with rows
///   4, 5  the same with four columns, nine rows high, and with four rows
///
/// Differences are centered at 128. Cells are those of the plane. For gray levels and magnitude they have 2 x
/// 2 pixels, and only every second cell has results. Cells at the border are repeated beyond it. A threshold
/// on a filtered channel separates neighboring, correlated cells along an oblique line. Trees on the
/// unfiltered channels need many thresholds for that.
///
/// All arithmetic is in integers, so results are the same on every machine.
/// Source  Nam, Dollar and Han, "Local decorrelation for improved pedestrian detection" (2014), with similar
/// learned filters; Zhang, Benenson and Schiele, "Filtered channel features" (2015).
class FilteredChannels {
 public:
  static constexpr std::size_t kPlanes = 2 + GradientChannels::kOrientations, kFilters = 6;

  /// Channels of pictures of this size.
  /// Throws  as GradientChannels.
  explicit FilteredChannels(cv::Size picture);

  const GradientChannels& gradients() const { return gradients_; }
  cv::Size picture() const { return gradients_.picture(); }
  /// Bytes of a picture's channels, including the gradient channels.
  std::size_t size() const { return size_; }

  /// Working memory of one caller, reused for all its pictures.
  struct Scratch {
    std::vector<std::uint8_t> padded;
    std::vector<std::int16_t> sums;
  };

  /// Bytes past the channels that are used as temporary space.
  static constexpr std::size_t kSlack = 64;

  /// Writes all channels of a picture, given its gradient channels.
  /// Requires  room for size() + kSlack bytes.
  /// Cost  about 5 microseconds for 56 x 56 pixels.
  void filter(std::span<const std::uint8_t> gradients, std::span<std::uint8_t> channels,
              Scratch& scratch) const;

  /// Returns all channels of a picture, given its gradient channels.
  std::vector<std::uint8_t> filtered(std::span<const std::uint8_t> gradients) const;

 private:
  GradientChannels gradients_;
  std::size_t size_;
};

}  // namespace ocelli::internal
