#include "ocelli/boosting/cascade/real_boost.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

void BoostOptions::validate() const {
  require(std::isfinite(smoothing) && smoothing > 0, Kind::usage, "smoothing must be positive");
  require(weight_trimming > 0 && weight_trimming <= 1, Kind::usage,
          "the weight share must be above 0 and at most 1");
  require(weight_capping >= 0 && weight_capping < 1, Kind::usage,
          "the share of outliers must be at least 0 and below 1");
}

namespace {

/// Caps the heaviest `share` of the weights at the heaviest of the others.
void hold_back(std::span<float> weights, double share) {
  std::vector<float> sorted(weights.begin(), weights.end());
  const auto others = static_cast<std::ptrdiff_t>((1 - share) * static_cast<double>(weights.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + others, sorted.end());
  const float max = sorted[static_cast<std::size_t>(others)];
  for (float& weight : weights) weight = std::min(weight, max);
}

}  // namespace

std::vector<float> held_back(const Ensemble& ensemble, double weight_capping) {
  std::vector<float> weights(ensemble.weights().begin(), ensemble.weights().end());
  if (weight_capping == 0) return weights;
  const std::span<float> all(weights);
  hold_back(all.first(ensemble.samples().positives), weight_capping);
  hold_back(all.subspan(ensemble.samples().positives), weight_capping);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (float& weight : weights) weight = static_cast<float>(weight / sum);
  return weights;
}

void real_boost_step(Ensemble& ensemble, const BoostOptions& options) {
  const double mean_weight = 1.0 / static_cast<double>(ensemble.samples().responses.samples());
  ensemble.add(best_lookup_table(ensemble.samples(), held_back(ensemble, options.weight_capping),
                                 options.smoothing * mean_weight, options.weight_trimming, options.joint));
}

}  // namespace ocelli::internal
