#include "ocelli/boosting/sample_weights.hpp"

#include <algorithm>
#include <numeric>

namespace ocelli::internal {

float min_weight(std::vector<float> weights, double share) {
  if (share >= 1) return 0;
  std::ranges::sort(weights);
  double dropped = 0;
  const double droppable = (1 - share) * std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto first_kept = std::ranges::find_if(weights, [&](float w) { return (dropped += w) > droppable; });
  return first_kept == weights.end() ? 0 : *first_kept;
}

}  // namespace ocelli::internal
