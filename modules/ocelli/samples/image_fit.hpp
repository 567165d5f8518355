#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The median of an image's border pixels: the level used for padding.
/// Requires  one channel of bytes or floats, at least one pixel.
double border_median(const cv::Mat& image);

/// Fits a gray image to a shape. An image of that shape is returned unchanged. Any other is scaled to the
/// largest size that fits, keeping its aspect ratio (area averages to shrink, Lanczos interpolation to
/// enlarge), and centered. The rest is filled with its border_median().
/// Requires  8-bit, one channel, at least one pixel; a shape of at least one pixel.
cv::Mat fit_image(const cv::Mat& gray, ImageShape shape);

/// The same for all samples.
/// Requires  samples that are images of integer gray levels 0 .. 255.
Samples fit_images(const Samples& images, ImageShape shape);

/// Writes an image, fitted to the shape, as the values of a sample: its gray levels, or its kColorPlanes
/// planes if the row has that many values.
/// Requires  8-bit, one channel or three (BGR), at least one pixel; a row of shape.pixels() values, or
/// kColorPlanes times as many.
void write_sample(const cv::Mat& image, ImageShape shape, std::span<float> row);

/// Adds neutral color planes to gray images. Colored ones are unchanged.
/// Requires  samples that are images.
Samples with_colors(Samples images);

/// The image rotated about its center, counterclockwise on the screen for positive angles. Interpolation is
/// bilinear, rounded to integer gray levels. Pixels outside the image have the level of its border_median().
/// Requires  gray levels 0 .. 255, row by row; `out` of the same size, not overlapping the image.
void rotate(std::span<const float> image, ImageShape shape, double radians, std::span<float> out);

}  // namespace ocelli::internal
