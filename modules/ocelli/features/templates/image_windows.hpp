#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/templates/template_kernel.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// An image divided into the tiles of the template kernel. Tiles may extend beyond the right and bottom
/// edges, where pixel() returns the nearest pixel.
class Tiling {
 public:
  explicit Tiling(ImageShape shape)
      : shape_(shape), across_(tiles(shape.width, kWidth)), down_(tiles(shape.height, kHeight)) {}

  std::size_t count() const { return across_ * down_; }
  /// The size covered by the tiles.
  ImageShape covered() const {
    return {static_cast<int>(across_ * kWidth), static_cast<int>(down_ * kHeight)};
  }
  bool holds(std::size_t tile, std::size_t place) const {
    return tile % across_ * kWidth + place % kWidth < static_cast<std::size_t>(shape_.width) &&
           tile / across_ * kHeight + place / kWidth < static_cast<std::size_t>(shape_.height);
  }
  std::size_t x(std::size_t tile, std::size_t place) const {
    return std::min<std::size_t>(tile % across_ * kWidth + place % kWidth, shape_.width - 1);
  }
  std::size_t y(std::size_t tile, std::size_t place) const {
    return std::min<std::size_t>(tile / across_ * kHeight + place / kWidth, shape_.height - 1);
  }
  std::size_t pixel(std::size_t tile, std::size_t place) const {
    return y(tile, place) * static_cast<std::size_t>(shape_.width) + x(tile, place);
  }

 private:
  static constexpr std::size_t kWidth = template_kernel::kTileWidth, kHeight = template_kernel::kTileHeight;
  static std::size_t tiles(int length, std::size_t tile) {
    return (static_cast<std::size_t>(length) + tile - 1) / tile;
  }

  ImageShape shape_;
  std::size_t across_, down_;
};

/// Images with a black margin on all sides, so that windows may extend beyond the edges, including windows of
/// `covered` places.
struct Padding {
  ImageShape shape, covered;
  std::size_t margin = 0;

  std::size_t stride() const { return static_cast<std::size_t>(covered.width) + 2 * margin; }
  std::size_t rows() const { return static_cast<std::size_t>(covered.height) + 2 * margin; }
  /// The padded image, with gray levels rounded to integers.
  void pad(std::span<const float> image, std::vector<float>& padded) const;
  /// The start, in the padded image, of the window with this side around the pixel.
  /// Requires  side / 2 <= margin.
  std::size_t window(std::size_t x, std::size_t y, std::size_t side) const {
    const std::size_t inset = margin - side / 2;
    return (y + inset) * stride() + x + inset;
  }
};

/// Limits on the inner products of patches of one side with windows.
struct PatchLimits {
  std::size_t side = 0;
  float length = 0;  ///< of the longest patch
  float sum = 0;     ///< largest sum of weights; not exactly 0 because of rounding
};

/// Upper bounds for the inner product of a patch and a window, for each tile of an image.
///
/// With s the sum of the window's n gray levels and v the sum of squared deviations from the mean s / n, an
/// inner product <w, window> = <w, window - s / n> + s / n sum(w) is at most |w| sqrt(v) + s / n sum(w)
/// (Cauchy-Schwarz).
class ResponseBounds {
 public:
  /// Requires  an image padded for the patches' side.
  void find(std::span<const float> padded, const Padding& padding, const Tiling& tiling,
            const PatchLimits& limits);

  std::span<const float> of_tiles() const { return bounds_; }

 private:
  void sum_windows(std::span<const float> padded, const Padding& padding, std::size_t side);

  std::vector<float> column_sums_, column_squares_;
  std::vector<float> sums_, spreads_;  ///< s and v of the windows around all pixels
  std::vector<float> bounds_;
};

}  // namespace ocelli::internal
