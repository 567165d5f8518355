#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace ocelli::internal {

/// Pixels of 8 bits, and what was done to get them where that is unusual.
struct EightBits {
  cv::Mat pixels;
  std::string note = {};
};

/// Brings values of 16 bits to 8. Cameras and microscopes write 10, 12 or 14 bits into 16: an image that
/// leaves more than three quarters of the range unused is stretched, or it would be nearly black. Its
/// greatest value becomes white; where only a thousandth of the values, hot pixels say, lies in those three
/// quarters, the greatest of all others does, and those are white, too. Alpha is not counted. Requires  16
/// bits, one to four channels, of which a second or fourth is alpha. Cost      one pass for the maximum, and
/// one for a histogram where it is large.
EightBits in_eight_bits(const cv::Mat& deep);

}  // namespace ocelli::internal
