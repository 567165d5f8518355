#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The median of an image's outermost pixels: the level that is taken to go on around it.
/// Requires  one channel of bytes or floats, at least one pixel.
double border_median(const cv::Mat& image);

/// A grey image brought to a shape. One of that shape is returned as it is. Any other is scaled with its aspect kept,
/// as large as fits (shrunk by area averages, grown by linear interpolation), and laid in the middle; the rest is
/// filled with its border_median().
/// Requires  8-bit, one channel, at least one pixel; a shape of at least one pixel.
cv::Mat fit_image(const cv::Mat& grey, ImageShape shape);

/// The same for all of the samples. Requires  samples that are images of grey levels 0 .. 255, whole numbers.
Samples fit_images(const Samples& images, ImageShape shape);

}  // namespace ocelli
