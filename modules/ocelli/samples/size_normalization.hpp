#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The minimum and maximum side of a frame.
inline constexpr double kMinNormalizedSide = 4, kMaxNormalizedSide = 1024;

/// The bounding box of the ink of a gray image: pixels that differ from the background, border_median(), by
/// at least a quarter of the largest difference of any pixel. If the background is bright, ink is dark. Empty
/// without ink.
/// Requires  gray levels 0 .. 255, row by row.
cv::Rect ink_box(std::span<const float> image, ImageShape shape);

/// Normalizes size and center of the ink of a gray image, bright on black: scales the longer side of its
/// bounding box to `side` pixels and moves its center of mass to the image center, as in MNIST (20 of 28
/// pixels).
///
/// Ink is what ink_box() encloses. Two kinds of images are returned unchanged, bit
/// for bit: those on a dark background with ink that has the side within a seventh and its center within 2
/// pixels, and those without ink.
/// Requires  gray levels 0 .. 255, row by row; `out` of the same size; a side that fits the shape.
/// Cost      a few passes over the pixels; one resampling if the image changes.
void frame_ink(std::span<const float> image, ImageShape shape, double side, std::span<float> out);

/// The same for all samples, in parallel. Throws Error(Kind::training) for samples that are not images.
Samples frame_ink(Samples samples, double side);

}  // namespace ocelli::internal
