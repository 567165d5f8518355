#pragma once

#include <span>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The image rotated about its centre, counter-clockwise on the screen for positive angles. Interpolation is
/// bilinear, rounded to integer grey levels; pixels outside the image have the level of its border_median().
/// Requires  grey levels 0 .. 255, row by row; `out` of the same size, not overlapping the image.
void rotate(std::span<const float> image, ImageShape shape, double radians, std::span<float> out);

}  // namespace ocelli
