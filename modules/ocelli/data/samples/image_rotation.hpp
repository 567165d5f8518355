#pragma once

#include <span>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli::internal {

/// The image rotated about its center, counter-clockwise on the screen for positive angles. Interpolation is
/// bilinear, rounded to integer gray levels; pixels outside the image have the level of its border_median().
/// Requires  gray levels 0 .. 255, row by row; `out` of the same size, not overlapping the image.
void rotate(std::span<const float> image, ImageShape shape, double radians, std::span<float> out);

}  // namespace ocelli::internal
