#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "ocelli/boosting/cascade/ensemble.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::test {

/// One row of bins a feature, one bin a sample.
using Rows = std::vector<std::vector<std::uint8_t>>;

inline BinnedResponses binned(const Rows& rows, int bins) {
  BinnedResponses responses(rows.size(), rows.front().size(), bins);
  for (std::size_t f = 0; f < rows.size(); ++f) {
    const auto row = responses.of(f);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = rows[f][i];
  }
  return responses;
}

/// Features that each know a little: positives lie some bins higher, the more the lower the feature's number.
inline BinnedResponses weak_features(std::size_t features, std::size_t samples, std::size_t positives,
                                     int bins, std::uint64_t seed) {
  BinnedResponses responses(features, samples, bins);
  Random random(seed);
  for (std::size_t f = 0; f < features; ++f) {
    const double shift = 1.5 / static_cast<double>(1 + f % 7);
    for (std::size_t i = 0; i < samples; ++i) {
      const double z = random.normal() + (i < positives ? shift : 0);
      responses.of(f)[i] = static_cast<std::uint8_t>(std::clamp((z + 2) / 5 * bins, 0.0, bins - 1.0));
    }
  }
  return responses;
}

/// Points of the plane, positives on a disc and negatives on the ring around it, seen along many directions:
/// no direction alone tells the two apart.
inline BinnedResponses disc_in_ring(std::size_t directions, std::size_t samples, std::size_t positives,
                                    int bins, std::uint64_t seed) {
  BinnedResponses responses(directions, samples, bins);
  Random random(seed);
  for (std::size_t i = 0; i < samples; ++i) {
    const double radius = i < positives ? random.uniform(0, 1.05) : random.uniform(0.95, 2);
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    for (std::size_t d = 0; d < directions; ++d) {
      const double along = static_cast<double>(d) * std::numbers::pi / static_cast<double>(directions);
      const double z = radius * std::cos(angle - along);
      responses.of(d)[i] = static_cast<std::uint8_t>(std::clamp((z + 2) / 4 * bins, 0.0, bins - 1.0));
    }
  }
  return responses;
}

inline std::vector<float> random_weights(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> weights(count);
  double sum = 0;
  for (float& weight : weights) sum += weight = static_cast<float>(random.uniform(0.1, 1));
  for (float& weight : weights) weight /= static_cast<float>(sum);
  return weights;
}

}  // namespace ocelli::internal::test
