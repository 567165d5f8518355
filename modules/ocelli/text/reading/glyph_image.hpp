#pragma once

#include <array>
#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The size of the images that glyphs are classified from.
inline constexpr ImageShape kGlyphShape{16, 16};
using GlyphPixels = std::array<float, std::size_t{kGlyphShape.width} * kGlyphShape.height>;

/// Fits ink to the glyph shape: scales its box to the largest size that fits, keeping its aspect ratio, and
/// centers it, bright on black. Its size and position on the line are lost (see PlaceModel).
/// Requires  8-bit, one channel, 255 for ink, cropped to the ink's box; as many elements in `out` as
/// kGlyphShape has pixels.
void glyph_image(const cv::Mat& ink, std::span<float> out);

}  // namespace ocelli::internal
