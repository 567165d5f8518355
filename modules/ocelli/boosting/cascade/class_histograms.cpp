#include "ocelli/boosting/cascade/class_histograms.hpp"

#include "ocelli/boosting/sample_weights.hpp"

namespace ocelli::internal {

BothClasses heaviest(const LabeledResponses& samples, std::span<const float> weights, double share) {
  const float min = min_weight({weights.begin(), weights.end()}, share);
  BothClasses kept;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= min) (i < samples.positives ? kept.positive : kept.negative).add(i, weights[i]);
  }
  return kept;
}

}  // namespace ocelli::internal
