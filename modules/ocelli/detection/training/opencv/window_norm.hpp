#pragma once

#include <cmath>
#include <cstdint>

namespace ocelli::internal {

/// What Haar responses of a window are multiplied by: 1 / (area x deviation) of the window without its border
/// of one pixel, from the sums of these pixels and of their squares. 0 for windows with a deviation of 10
/// gray levels or less, which OpenCV rejects.
/// Source  HaarEvaluator::setWindow of OpenCV 4.
inline float opencv_inverse_norm(int sum, std::uint32_t squares, double area) {
  const double norm = area * squares - static_cast<double>(sum) * sum;
  if (norm <= 0) return 0;
  const auto inverse = static_cast<float>(1. / std::sqrt(norm));
  return area * inverse < 1e-1 ? inverse : 0.0f;
}

}  // namespace ocelli::internal
