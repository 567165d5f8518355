#pragma once

#include <span>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The image turned about its middle, counter-clockwise on the screen for positive angles. Pixels are interpolated
/// between four and rounded to whole grey levels; what lies outside the image has the level of its border_median().
/// Requires  grey levels 0 .. 255, row by row; `out` of as many, apart from the image.
void rotate(std::span<const float> image, ImageShape shape, double radians, std::span<float> out);

}  // namespace ocelli
