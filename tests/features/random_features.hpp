#pragma once

#include <array>
#include <cstdint>

#include "imaging/noise_image.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal::test {

/// One to four rectangles anywhere in the window with weights -3 .. 3: not balanced, and often overlapping.
inline HaarFeature random_rects(int width, int height, Random& random) {
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  HaarFeature feature;
  for (int r = between(1, 4); r > 0; --r) {
    const int x = between(0, width - 1), y = between(0, height - 1);
    feature.add({.x = static_cast<std::uint8_t>(x),
                 .y = static_cast<std::uint8_t>(y),
                 .w = static_cast<std::uint8_t>(between(1, width - x)),
                 .h = static_cast<std::uint8_t>(between(1, height - y)),
                 .weight = static_cast<std::int8_t>(between(-3, 3))});
  }
  return feature;
}

/// The weighted sum of a feature's pixels by plain loops over the pixels.
inline std::int32_t plain_response(const HaarFeature& feature, const cv::Mat& window) {
  std::int32_t total = 0;
  for (const WeightedRect& r : feature.used()) {
    for (int y = r.y; y < r.y + r.h; ++y) {
      for (int x = r.x; x < r.x + r.w; ++x) total += r.weight * window.at<std::uint8_t>(y, x);
    }
  }
  return total;
}

/// Windows of noise whose contrast differs from one to the next.
inline TrainingWindows noise_windows(int width, int height, std::size_t count, std::uint64_t seed) {
  TrainingWindows patches(width, height);
  for (std::size_t i = 0; i < count; ++i) {
    patches.add(noise(height, width, hash(seed, {i})) / (1 + static_cast<int>(i % 7)));
  }
  return patches;
}

}  // namespace ocelli::internal::test
