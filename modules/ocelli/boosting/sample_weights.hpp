#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

/// How much samples count in training: one weight per sample, or none if all count as 1.
namespace ocelli::internal {

/// The weights of samples first .. first + count - 1.
inline std::span<const float> weights_of_part(std::span<const float> weights, std::size_t first,
                                              std::size_t count) {
  return weights.empty() ? weights : weights.subspan(first, count);
}

/// The sum of the weights of this many samples.
inline double total_weight(std::span<const float> weights, std::size_t samples) {
  if (weights.empty()) return static_cast<double>(samples);
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// The largest threshold such that the weights at or above it sum to at least `share` of the total.
/// Requires  weights >= 0.
float min_weight(std::vector<float> weights, double share);

}  // namespace ocelli::internal
