#pragma once

#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The least and the most that a frame's side can be.
inline constexpr double kLeastInkSide = 4, kMostInkSide = 1024;

/// Brings the ink of a grey image to where a classifier expects it, bright on black: its box's longer side to `side`
/// pixels and its centre of mass to the middle, as the digits of MNIST have it (20 of 28 pixels).
///
/// The background is border_median(); where that is bright, ink is dark. Ink is what differs from the background by a
/// quarter of the most that any pixel does. An image that is dark around, whose ink has the side within a seventh and
/// its centre within 2 pixels, stays as it is, bit for bit; so does one that has no ink.
/// Requires  grey levels 0 .. 255, row by row; `out` of as many; a side that fits the shape.
/// Cost      a few passes over the pixels; a resampling where something changes.
void frame_ink(std::span<const float> image, ImageShape shape, double side, std::span<float> out);

/// The same for all samples, in parallel. Throws Error(Kind::training) for samples that are no images.
Samples frame_ink(Samples samples, double side);

}  // namespace ocelli
