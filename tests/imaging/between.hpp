#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <opencv2/core/mat.hpp>

namespace ocelli::internal::test {

/// A gray level between the pixels of an image, its border replicated.
inline double between(const cv::Mat& image, double x, double y) {
  const double left = std::floor(x), top = std::floor(y);
  const auto at = [&](double px, double py) {
    return static_cast<double>(image.at<std::uint8_t>(std::clamp(static_cast<int>(py), 0, image.rows - 1),
                                                      std::clamp(static_cast<int>(px), 0, image.cols - 1)));
  };
  const double right = x - left, below = y - top;
  return (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - below) +
         (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * below;
}

}  // namespace ocelli::internal::test
