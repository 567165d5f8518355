#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// Closes the gaps in letters that were printed as dots (dot matrix, worn ribbons) or have fallen apart in scanning.
///
/// Print may be broken where pieces smaller than letters are half as many as letters, as far as text_height() can tell
/// either, or where that height is below 12 pixels. It is whole after the smallest closing, of 3, 5 or 7 pixels, from which
/// on the height hardly grows, if it has grown until then by a seventh and hardly two letters have run together. Any
/// other print comes back as it is.
/// Requires  8-bit, one channel, 0 and 255 alone; the components of the ink.
/// Cost      O(components); up to three closings and passes over the page where print may be broken.
cv::Mat whole_print(const cv::Mat& ink, std::span<const Component> components);

}  // namespace ocelli
