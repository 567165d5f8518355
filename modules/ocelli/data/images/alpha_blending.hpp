#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/core/transparency.hpp"

namespace ocelli::internal {

/// Decoded pixels of 8 or 16 bits whose last channel is alpha, over white and without it.
/// Requires  two or four channels.
cv::Mat blended_over_white(const cv::Mat& pixels, Alpha kind = Alpha::straight);

}  // namespace ocelli::internal
