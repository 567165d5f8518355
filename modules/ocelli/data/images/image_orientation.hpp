#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli {

/// The orientation, 1 to 8, that a block of EXIF data (from its byte order mark on) asks for; 1 where it asks for none.
/// Source  EXIF 2.3 section 4.6.4; TIFF 6.0 section 8.
int exif_orientation(Bytes exif);

/// The image as it is to be looked at: mirrored and turned by quarters as orientation 1 to 8 says, unchanged for others.
cv::Mat oriented(const cv::Mat& image, int orientation);

}  // namespace ocelli
