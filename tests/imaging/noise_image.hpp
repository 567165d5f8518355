#pragma once

#include <algorithm>
#include <cstdint>
#include <opencv2/core.hpp>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::test {

/// An 8-bit gray image of independent uniform pixels.
inline cv::Mat noise(int height, int width, std::uint64_t seed) {
  cv::Mat image(height, width, CV_8UC1);
  Random random(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      image.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(random.below(256));
  }
  return image;
}

/// Whether two 8-bit gray images have the same pixels.
inline bool same_pixels(const cv::Mat& a, const cv::Mat& b) {
  if (a.size() != b.size() || a.type() != CV_8UC1 || b.type() != CV_8UC1) return false;
  for (int y = 0; y < a.rows; ++y) {
    if (!std::equal(a.ptr(y), a.ptr(y) + a.cols, b.ptr(y))) return false;
  }
  return true;
}

}  // namespace ocelli::internal::test
