#pragma once

#include <cstdint>

#include "ocelli/core/random.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::test {

inline constexpr ImageShape kBarShape{14, 14};

/// Dim noise with a bright bar near its middle: class 0 upright, 1 level, 2 falling.
inline Samples bar_images(std::size_t count, std::uint64_t seed = 1) {
  Random random(seed);
  Samples samples{SampleValues(count, kBarShape.pixels()), kBarShape, {}, {"upright", "level", "falling"}};
  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::uint16_t>(i % 3);
    samples.labels.push_back(label);
    auto image = samples.values.row(static_cast<Eigen::Index>(i));
    for (float& gray : image) gray = static_cast<float>(random.below(90));
    const auto middle = static_cast<Eigen::Index>(5 + random.below(4));
    for (Eigen::Index along = 3; along < 11; ++along) {
      const Eigen::Index x = label == 0 ? middle : along, y = label == 1 ? middle : along;
      image[y * kBarShape.width + x] = 255;
    }
  }
  return samples;
}

}  // namespace ocelli::internal::test
