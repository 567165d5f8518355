#pragma once

#include <cmath>
#include <cstdint>

#include "ocelli/core/random.hpp"
#include "ocelli/detection/verifier.hpp"

namespace ocelli::test {

/// A verifier of random trees for square windows.
inline VerifierParts random_verifier(std::size_t trees, int depth, std::uint64_t seed) {
  constexpr int kSide = Verifier::kLongerSide;
  const std::size_t channels = FilteredChannels({kSide, kSide}).size();
  VerifierParts parts{.width = kSide,
                      .height = kSide,
                      .depth = depth,
                      .nodes = {},
                      .votes = {},
                      .exits = {},
                      .tree_weight = 1.0F / 127};
  Random random(seed);
  for (std::size_t n = 0; n < trees * parts.nodes_per_tree(); ++n) {
    parts.nodes.push_back(
        {static_cast<std::uint16_t>(random.below(channels)), static_cast<std::uint8_t>(random.below(256))});
  }
  for (std::size_t l = 0; l < trees * parts.leaves_per_tree(); ++l)
    parts.votes.push_back(static_cast<std::int8_t>(std::lround(random.uniform(-127, 127))));
  return parts;
}

}  // namespace ocelli::test
