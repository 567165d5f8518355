#pragma once

#include <cstddef>
#include <numeric>
#include <span>

/// How much samples count in training: one weight each, or none, and then all count as 1.
namespace ocelli::internal {

/// The weights of samples first .. first + count - 1.
inline std::span<const float> weights_of_part(std::span<const float> weights, std::size_t first,
                                              std::size_t count) {
  return weights.empty() ? weights : weights.subspan(first, count);
}

/// The sum of the weights of so many samples.
inline double total_weight(std::span<const float> weights, std::size_t samples) {
  if (weights.empty()) return static_cast<double>(samples);
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace ocelli::internal
