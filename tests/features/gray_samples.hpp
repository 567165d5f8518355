#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "imaging/noise_image.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::test {

/// An 8-bit gray image as a sample: its levels, row by row.
inline std::vector<float> gray_levels(const cv::Mat& image) {
  std::vector<float> levels;
  for (int y = 0; y < image.rows; ++y) {
    levels.insert(levels.end(), image.ptr<std::uint8_t>(y), image.ptr<std::uint8_t>(y) + image.cols);
  }
  return levels;
}

/// Images of noise, the last one blank; without labels.
inline Samples noise_images(std::size_t count, ImageShape shape, std::uint64_t seed) {
  Samples samples{SampleValues::Zero(count, shape.pixels()), shape, {}, {}};
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const std::vector<float> levels = gray_levels(noise(shape.height, shape.width, hash(seed, {i})));
    samples.values.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXf>(levels.data(), static_cast<Eigen::Index>(levels.size()));
  }
  return samples;
}

}  // namespace ocelli::internal::test
