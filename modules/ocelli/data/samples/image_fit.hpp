#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The median of an image's border pixels: the level used for padding.
/// Requires  one channel of bytes or floats, at least one pixel.
double border_median(const cv::Mat& image);

/// Fits a grey image to a shape. An image of that shape is returned unchanged. Any other is scaled, keeping its aspect
/// ratio, to the largest size that fits (area averages to shrink, linear interpolation to enlarge), and centred; the rest
/// is filled with its border_median().
/// Requires  8-bit, one channel, at least one pixel; a shape of at least one pixel.
cv::Mat fit_image(const cv::Mat& grey, ImageShape shape);

/// The same for all samples. Requires  samples that are images of integer grey levels 0 .. 255.
Samples fit_images(const Samples& images, ImageShape shape);

}  // namespace ocelli
