#pragma once

#include <vector>

namespace ocelli::internal {

/// The largest weight threshold such that the weights at or above it hold at least `share` of the sum.
/// Requires  weights
/// >= 0.
float min_weight(std::vector<float> weights, double share);

}  // namespace ocelli::internal
