#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli {

/// A picture turned clockwise by quarters of a circle, 0 to 3. Shares its pixels when that is 0.
cv::Mat turned(const cv::Mat& picture, int quarters);

/// Where a box of a picture of this size lies once the picture has been turned so. The way back is by 4 - quarters, from
/// the turned picture's size.
cv::Rect turned(const cv::Rect& box, cv::Size picture, int quarters);

/// The size of a picture once it has been turned so.
cv::Size turned(cv::Size picture, int quarters);

}  // namespace ocelli
