#pragma once

#include <vector>

namespace ocelli {

/// The weight below which all can go so that those left hold at least `share` of the sum. Requires  weights
/// >= 0.
float least_weight(std::vector<float> weights, double share);

}  // namespace ocelli
