#pragma once

#include <cmath>
#include <cstdint>

#include "ocelli/core/random.hpp"
#include "ocelli/detection/verifier.hpp"

namespace ocelli::internal::test {

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
                      .log_odds = {.weight = 1.0F / 127}};
  Random random(seed);
  for (std::size_t n = 0; n < trees * parts.nodes_per_tree(); ++n) {
    parts.nodes.push_back(
        {static_cast<std::uint16_t>(random.below(channels)), static_cast<std::uint8_t>(random.below(256))});
  }
  for (std::size_t l = 0; l < trees * parts.leaves_per_tree(); ++l)
    parts.votes.push_back(static_cast<std::int8_t>(std::lround(random.uniform(-127, 127))));
  return parts;
}

/// A network of random weights: two convolutions, the first with pooling, and two dense layers.
inline NetworkParts random_network(int width, int height, std::uint64_t seed) {
  Random random(seed);
  const auto layer = [&random](int outputs, int inputs, int shift, bool pools) {
    NetworkLayer made{.outputs = outputs, .shift = shift, .weights = {}, .biases = {}, .pools = pools};
    for (int w = 0; w < outputs * inputs; ++w)
      made.weights.push_back(static_cast<std::int8_t>(std::lround(random.uniform(-127, 127))));
    for (int o = 0; o < outputs; ++o)
      made.biases.push_back(static_cast<std::int32_t>(std::lround(random.uniform(-5000, 5000))));
    return made;
  };
  NetworkParts parts{.width = width, .height = height, .convolutions = {}, .dense = {}};
  parts.convolutions.push_back(layer(6, 9 * ConvolutionalNetwork::kPlanes, 7, true));
  parts.convolutions.push_back(layer(20, 9 * 6, 9, false));
  parts.dense.push_back(layer(34, 20 * (width / 2) * (height / 2), 11, false));
  parts.dense.push_back(layer(1, 34, 0, false));
  return parts;
}

/// random_verifier() with a random network whose scores stay near 0.
inline VerifierParts random_verifier_with_network(std::size_t trees, int depth, std::uint64_t seed) {
  VerifierParts parts = random_verifier(trees, depth, seed);
  parts.network = VerifierNetwork{.parts = random_network(parts.width / 2, parts.height / 2, seed + 1),
                                  .log_odds = {2e-6F, 0.125F, 0.5F}};
  return parts;
}

}  // namespace ocelli::internal::test
