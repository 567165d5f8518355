#include "ocelli/boosting/cascade/exponential_weights.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

ExponentialWeights::ExponentialWeights(const LabeledResponses& samples, std::span<const float> start)
    : values_(samples.responses.samples()) {
  const std::size_t count = samples.responses.samples();
  require(samples.positives > 0 && samples.positives < count, Kind::training, [&] {
    return "training needs positive and negative samples, got " + std::to_string(samples.positives) +
           " and " + std::to_string(count - samples.positives);
  });
  require(start.size() == count, Kind::usage, "each sample needs one start score");
  for (std::size_t i = 0; i < count; ++i) {
    const float y = samples.label(i);
    start_loss_[y > 0] += std::exp(-static_cast<double>(y) * start[i]);
  }
  for (double& loss : start_loss_) loss *= 2;
  update(samples, start);
}

void ExponentialWeights::update(const LabeledResponses& samples, std::span<const float> scores) {
  std::vector<double> exponents(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const float y = samples.label(i);
    exponents[i] = -static_cast<double>(y) * scores[i] - std::log(start_loss_[y > 0]);
  }
  // Relative to the heaviest sample: with perfect separation, the loss itself underflows.
  const double top = *std::max_element(exponents.begin(), exponents.end());
  double sum = 0;
  for (double& exponent : exponents) sum += exponent = std::exp(exponent - top);
  for (std::size_t i = 0; i < scores.size(); ++i) values_[i] = static_cast<float>(exponents[i] / sum);
  loss_ = std::exp(top) * sum;
}

}  // namespace ocelli::internal
