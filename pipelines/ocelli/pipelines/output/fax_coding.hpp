#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace ocelli {

/// A picture in CCITT's coding for fax, group 4, without a file around it. Pixels of 0 are black, all others white.
/// Requires  8-bit, one channel, at least one pixel.
/// Throws    Error(Kind::output) when libtiff cannot code it.
/// Source    ITU-T T.6.
std::string fax_coded(const cv::Mat& picture);

}  // namespace ocelli
