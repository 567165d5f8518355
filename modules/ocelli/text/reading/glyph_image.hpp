#pragma once

#include <array>
#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The size of the images that glyphs are told apart by.
inline constexpr ImageShape kGlyphShape{16, 16};
using GlyphPixels = std::array<float, std::size_t{kGlyphShape.width} * kGlyphShape.height>;

/// Ink brought to a glyph's shape: its box scaled with its aspect kept, as large as fits, in the middle, ink bright on
/// black. Size and place on the line are gone: see PlaceModel.
/// Requires  8-bit, one channel, 255 where ink is, cropped to the ink's box; as many places in `out` as GlyphPixels has.
void glyph_image(const cv::Mat& ink, std::span<float> out);

}  // namespace ocelli
