#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

namespace ocelli::internal {

/// 1 / max(deviation, min_deviation) of `pixels` pixels with the given sum and sum of squares.
///
/// Float arithmetic in a fixed order without fused operations, so that training, the plain evaluator and
/// every vector target agree bit for bit: m = sum * (1 / n), v = squares * (1 / n) - m * m, result = 1 /
/// sqrt(max(v, floor^2)).
float inverse_deviation(std::uint32_t sum, std::uint32_t squares, int pixels, float min_deviation);

/// Gray windows of one size, stored as bytes: the training set of window classifiers.
class TrainingWindows {
 public:
  TrainingWindows(int width, int height) : width_(width), height_(height) {}

  int width() const { return width_; }
  int height() const { return height_; }
  std::size_t size() const { return pixels_.size() / area(); }
  std::size_t area() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }

  /// Appends a copy of the window.
  /// Throws  Error(Kind::image) unless it is 8-bit gray of this size.
  void add(const cv::Mat& window);
  void reserve(std::size_t count) { pixels_.reserve(count * area()); }

  /// Window i, with its pixels in row order.
  std::span<const std::uint8_t> operator[](std::size_t i) const {
    return std::span(pixels_).subspan(i * area(), area());
  }
  /// Window i as an image that shares the pixels.
  cv::Mat image(std::size_t i) const;

  /// The windows at the given indices, in that order.
  TrainingWindows pick(std::span<const std::uint32_t> places) const;
  /// Appends another set.
  /// Throws  Error(Kind::image) for another size.
  void append(const TrainingWindows& other);

 private:
  int width_, height_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace ocelli::internal
