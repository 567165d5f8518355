#pragma once

#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The least and the most that a frame's side can be.
inline constexpr double kLeastNormalisedSide = 4, kMostNormalisedSide = 1024;

/// Normalises size and centre of the ink of a grey image, bright on black: scales the longer side of its bounding box to
/// `side` pixels and moves its centre of mass to the image centre, as in MNIST (20 of 28 pixels).
///
/// The background is border_median(); if that is bright, ink is dark. Ink differs from the background by at least a
/// quarter of the largest difference of any pixel. An image with a dark background whose ink has the side within a seventh
/// and its centre within 2 pixels is returned unchanged, bit for bit; so is one without ink.
/// Requires  grey levels 0 .. 255, row by row; `out` of the same size; a side that fits the shape.
/// Cost      a few passes over the pixels; one resampling if the image changes.
void frame_ink(std::span<const float> image, ImageShape shape, double side, std::span<float> out);

/// The same for all samples, in parallel. Throws Error(Kind::training) for samples that are not images.
Samples frame_ink(Samples samples, double side);

}  // namespace ocelli
