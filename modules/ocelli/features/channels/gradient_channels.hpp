#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

namespace ocelli::internal {

/// Channels of a gray picture, one byte each, after Dollar, Tu, Perona and Belongie, "Integral channel
/// features" (2009), aggregated as in Dollar, Appel, Belongie and Perona (2014):
///
///   gray level            per cell of 2 x 2 pixels
///   gradient magnitude    per cell of 2 x 2 pixels
///   gradient orientation  per cell of 4 x 4 pixels: the magnitude in each of six directions of 30 degrees,
///                         ignoring the sign
///
/// First, gray levels are normalized to a mean of 128 and a standard deviation of 48 (treating original
/// deviations below 4 as 4), so that lighting and contrast do not matter. Apart from this table of 256
/// levels, all arithmetic is in integers, so channels are the same on every machine.
class GradientChannels {
 public:
  static constexpr int kCell = 2, kOrientationCell = 4, kOrientations = 6;

  /// Channels of pictures of this size.
  /// Throws  Error(Kind::usage) unless both sides are multiples of kOrientationCell, 8 to 256.
  explicit GradientChannels(cv::Size picture);

  cv::Size picture() const { return picture_; }
  /// The number of cells of `side` x `side` pixels in a picture.
  static std::size_t cells(cv::Size picture, int side) {
    return static_cast<std::size_t>(picture.width / side) * static_cast<std::size_t>(picture.height / side);
  }
  /// Bytes of a picture's channels.
  std::size_t size() const { return size_; }

  /// Working memory of one caller, reused for all its pictures.
  struct Scratch {
    std::vector<std::uint8_t> gray;
    std::vector<std::uint32_t> sums;
  };

  /// Writes the channels of a picture.
  /// Requires  8-bit gray of that size, and size() bytes.
  /// Cost  one pass over the pixels to normalize them, one for the gradients.
  void compute(const cv::Mat& picture, std::span<std::uint8_t> channels, Scratch& scratch) const;

 private:
  cv::Size picture_;
  std::size_t size_;
};

}  // namespace ocelli::internal
