#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/image.hpp"

namespace ocelli::internal {

/// The pixels of a view as the modules take them: shared where OpenCV knows the format, converted otherwise.
/// Throws  Error(Kind::image) for a view without pixels, or with rows that overlap.
cv::Mat matrix_of(const ImageView& view);

/// Requires  8-bit gray or BGR.
Image image_of(const cv::Mat& matrix);

}  // namespace ocelli::internal
