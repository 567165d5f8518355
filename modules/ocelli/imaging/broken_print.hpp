#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// Closes the gaps in characters printed as dots (dot matrix, worn ribbons) or broken up by scanning.
///
/// Print may be broken where components smaller than characters are at least half as many as the characters,
/// as far as text_height() can distinguish them, or where that height is below 12 pixels. The function
/// applies the smallest closing, of 3, 5 or 7 pixels, beyond which the height hardly grows, provided that the
/// height has grown by a seventh and that hardly any characters have merged. Any other print is returned
/// unchanged. Requires  8-bit, one channel, values 0 and 255 only; the components of the ink. Cost
/// O(components); up to three closings and passes over the page where print may be broken.
cv::Mat whole_print(const cv::Mat& ink, std::span<const Component> components);

}  // namespace ocelli::internal
