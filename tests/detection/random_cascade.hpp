#pragma once

#include <cstdint>

#include "ocelli/core/random.hpp"
#include "ocelli/detection/cascade.hpp"

namespace ocelli::internal::test {

/// Two rectangles of one size anywhere in the window; in every fourth feature, three with the outer two
/// weighing half of the inner one.
inline HaarFeature random_feature(int width, int height, Random& random) {
  const auto below = [&](int count) {
    return static_cast<std::uint8_t>(random.below(static_cast<std::uint64_t>(count)));
  };
  WeightedRect rect{.w = static_cast<std::uint8_t>(1 + below(width / 2)),
                    .h = static_cast<std::uint8_t>(1 + below(height / 2))};
  const auto place = [&](int weight) {
    rect.x = below(width - rect.w + 1);
    rect.y = below(height - rect.h + 1);
    rect.weight = static_cast<std::int8_t>(weight);
    return rect;
  };
  HaarFeature feature;
  if (below(4) > 0) {
    for (const int weight : {1, -1}) feature.add(place(weight));
  } else {
    for (const int weight : {-1, 2, -1}) feature.add(place(weight));
  }
  return feature;
}

/// A cascade of random votes. On noise each stage keeps some windows and drops some.
inline CascadeParts random_cascade(int width, int height, std::uint32_t stages, std::uint64_t seed,
                                   int joint = 1, int bins = 9) {
  constexpr std::uint32_t kWeakPerStage = 5;
  CascadeParts parts{.width = width,
                     .height = height,
                     .bins = bins,
                     .min_deviation = 2,
                     .label = "thing",
                     .features = {},
                     .tables = {},
                     .stages = {},
                     .joint = joint,
                     .symmetric = false};
  Random random(seed);
  for (std::uint32_t m = 0; m < stages * kWeakPerStage; ++m) {
    for (int f = 0; f < joint; ++f) {
      parts.features.push_back({random_feature(width, height, random),
                                static_cast<float>(random.uniform(-40, -5)),
                                static_cast<float>(random.uniform(0.1, 0.9))});
    }
    for (std::size_t b = 0; b < parts.cells(); ++b)
      parts.tables.push_back(static_cast<float>(random.uniform(-1, 1)));
  }
  for (std::uint32_t s = 1; s <= stages; ++s) parts.stages.push_back({s * kWeakPerStage, -0.5f});
  return parts;
}

}  // namespace ocelli::internal::test
