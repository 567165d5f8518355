#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace ocelli::internal {

/// Encodes a picture with CCITT group 4 (fax), without a file header. Pixels of 0 are black, all others
/// white.
/// Requires  8-bit, one channel, at least one pixel.
/// Throws    Error(Kind::output) when libtiff fails.
/// Source    ITU-T T.6.
std::string fax_coded(const cv::Mat& picture);

}  // namespace ocelli::internal
