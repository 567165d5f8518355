#pragma once

#include <algorithm>
#include <cstdint>

#include "ocelli/core/random.hpp"
#include "ocelli/detection/landmarks.hpp"

namespace ocelli::internal::test {

/// A face whose landmarks are in usual places of the crop.
inline constexpr LandmarkShape kUsualShape = {-1900, -1600, 1900, -1600, 0, 500, -1600, 2200, 1600, 2200};

/// Random trees of three stages. Golden files hold some: they must never change.
inline LandmarkParts random_landmarks(int trees_per_stage, int depth, std::uint64_t seed) {
  constexpr int kStages = 3, kPixels = 40;
  Random random(seed);
  LandmarkParts parts{.depth = depth, .mean = kUsualShape, .scales = {70'000, 40'000, 1}};
  for (int i = 0; i < kStages * kPixels; ++i)
    parts.pixels.push_back({.x = static_cast<std::int16_t>(static_cast<int>(random.below(6000)) - 3000),
                            .y = static_cast<std::int16_t>(static_cast<int>(random.below(6000)) - 3000),
                            .landmark = static_cast<std::uint8_t>(random.below(5))});
  const std::size_t trees = kStages * static_cast<std::size_t>(trees_per_stage);
  for (std::size_t i = 0; i < trees * parts.nodes_per_tree(); ++i)
    parts.nodes.push_back({.first = static_cast<std::uint8_t>(random.below(kPixels)),
                           .second = static_cast<std::uint8_t>(random.below(kPixels)),
                           .threshold = static_cast<std::int16_t>(static_cast<int>(random.below(100)) - 50)});
  for (std::size_t i = 0; i < trees * parts.numbers_per_tree(); ++i)
    parts.leaves.push_back(static_cast<std::int8_t>(static_cast<int>(random.below(255)) - 127));
  return parts;
}

/// Trees that leave every shape as it is.
inline LandmarkParts landmarks_without_steps() {
  LandmarkParts parts = random_landmarks(2, 1, 1);
  std::ranges::fill(parts.leaves, std::int8_t{0});
  return parts;
}

}  // namespace ocelli::internal::test
