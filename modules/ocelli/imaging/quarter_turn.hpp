#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

/// The image rotated clockwise by 0 to 3 quarter turns. Shares the pixels for 0.
cv::Mat turned(const cv::Mat& picture, int quarters);
/// The same, written to `result`, reusing its memory. The two share no pixels.
void turn(const cv::Mat& picture, int quarters, cv::Mat& result);

/// The position of a box after an image of this size has been rotated. The inverse is a rotation by 4 -
/// quarters with the size of the rotated image.
cv::Rect turned(const cv::Rect& box, cv::Size picture, int quarters);

/// The size of an image after the rotation.
cv::Size turned(cv::Size picture, int quarters);

}  // namespace ocelli::internal
