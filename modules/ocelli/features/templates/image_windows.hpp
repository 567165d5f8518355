#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/templates/template_kernel.hpp"

namespace ocelli {

/// The pixels of an image in the tiles that the patch kernel looks at. Tiles may reach over the right and lower edge:
/// places there are no pixels, and pixel() gives the nearest.
class Tiling {
 public:
  explicit Tiling(ImageShape shape)
      : shape_(shape), across_(tiles(shape.width, kWidth)), down_(tiles(shape.height, kHeight)) {}

  std::size_t count() const { return across_ * down_; }
  /// The pixels that the tiles cover.
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

/// Images with a black margin on all sides, so that windows may reach over the edges, those of `covered` places too.
struct Padding {
  ImageShape shape, covered;
  std::size_t margin = 0;

  std::size_t stride() const { return static_cast<std::size_t>(covered.width) + 2 * margin; }
  std::size_t rows() const { return static_cast<std::size_t>(covered.height) + 2 * margin; }
  /// The padded image, its grey levels rounded to whole ones.
  void pad(std::span<const float> image, std::vector<float>& padded) const;
  /// Where the window of this side around the pixel starts in the padded image. Requires  side / 2 <= margin.
  std::size_t window(std::size_t x, std::size_t y, std::size_t side) const {
    const std::size_t inset = margin - side / 2;
    return (y + inset) * stride() + x + inset;
  }
};

/// TrainingWindows of one side, by what limits their inner products with windows.
struct PatchLimits {
  std::size_t side = 0;
  float length = 0;  ///< of the longest
  float sum = 0;     ///< the largest sum of weights: rounding leaves some, of patches with zero mean as well
};

/// The most that the inner product of a patch and a window can be, in each tile of an image.
///
/// With s the sum of the window's n grey levels and v the sum of their squared distances from the mean s / n, an
/// inner product <w, window> = <w, window - s / n> + s / n sum(w) is at most |w| sqrt(v) + s / n sum(w)
/// (Cauchy-Schwarz).
class ResponseBounds {
 public:
  /// Requires  an image that was padded with room for the patches' side.
  void find(std::span<const float> padded, const Padding& padding, const Tiling& tiling,
            const PatchLimits& limits);

  std::span<const float> of_tiles() const { return bounds_; }

 private:
  void sum_windows(std::span<const float> padded, const Padding& padding, std::size_t side);

  std::vector<float> column_sums_, column_squares_;
  std::vector<float> sums_, spreads_;  ///< s and v of the windows around all pixels
  std::vector<float> bounds_;
};

}  // namespace ocelli
