#pragma once

#include <utility>
#include <vector>

#include "imaging/noise_image.hpp"
#include "ocelli/detection/training/negative_mining.hpp"

namespace ocelli::internal::test {

inline NegativeImages images_of(std::vector<cv::Mat> images) {
  const auto count = static_cast<std::uint32_t>(images.size());
  return {.count = count, .load = [images = std::move(images)](std::uint32_t i) { return images[i]; }};
}

/// Images of noise of one size.
inline NegativeImages noise_images(std::uint32_t count, cv::Size size, std::uint64_t seed) {
  std::vector<cv::Mat> images;
  for (std::uint32_t i = 0; i < count; ++i) images.push_back(noise(size.height, size.width, hash(seed, {i})));
  return images_of(std::move(images));
}

}  // namespace ocelli::internal::test
