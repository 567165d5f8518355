#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {

/// The orientation, 1 to 8, in a block of EXIF data (from its byte order mark on); 1 if it has none.
/// Source  EXIF 2.3 section 4.6.4; TIFF 6.0 section 8.
int exif_orientation(Bytes exif);

/// The same of a WebP file: of its chunk EXIF, which comes after the pixels.
int webp_orientation(Bytes file);

/// The image as displayed: mirrored and rotated for orientation 1 to 8, unchanged for others.
cv::Mat oriented(const cv::Mat& image, int orientation);

}  // namespace ocelli::internal
