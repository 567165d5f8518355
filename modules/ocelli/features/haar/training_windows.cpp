#include "ocelli/features/haar/training_windows.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {

float inverse_deviation(std::uint32_t sum, std::uint32_t squares, int pixels, float min_deviation) {
  const float per_pixel = 1.0f / static_cast<float>(pixels);
  const float mean = static_cast<float>(sum) * per_pixel;
  const float variance = static_cast<float>(squares) * per_pixel - mean * mean;
  return 1.0f / std::sqrt(std::max(variance, min_deviation * min_deviation));
}

void TrainingWindows::add(const cv::Mat& window) {
  require_gray(window);
  if (window.cols != width_ || window.rows != height_) {
    throw Error(Kind::image, "expected a window of " + std::to_string(width_) + " x " +
                                 std::to_string(height_) + " pixels, got " + describe(window));
  }
  for (int y = 0; y < height_; ++y) {
    const std::uint8_t* row = window.ptr<std::uint8_t>(y);
    pixels_.insert(pixels_.end(), row, row + width_);
  }
}

cv::Mat TrainingWindows::image(std::size_t i) const {
  return {height_, width_, CV_8UC1, const_cast<std::uint8_t*>((*this)[i].data())};
}

TrainingWindows TrainingWindows::pick(std::span<const std::uint32_t> places) const {
  TrainingWindows picked(width_, height_);
  picked.reserve(places.size());
  for (const std::uint32_t place : places) {
    const auto pixels = (*this)[place];
    picked.pixels_.insert(picked.pixels_.end(), pixels.begin(), pixels.end());
  }
  return picked;
}

void TrainingWindows::append(const TrainingWindows& other) {
  require(other.width_ == width_ && other.height_ == height_, Kind::image,
          "windows of two sizes cannot be joined");
  pixels_.insert(pixels_.end(), other.pixels_.begin(), other.pixels_.end());
}

}  // namespace ocelli::internal
