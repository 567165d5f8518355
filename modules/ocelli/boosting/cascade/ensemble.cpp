#include "ocelli/boosting/cascade/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {

Ensemble::Ensemble(const LabelledResponses& samples, std::vector<float> start)
    : samples_(samples), scores_(std::move(start)), weights_(samples.responses.samples()) {
  const std::size_t count = samples.responses.samples();
  require(samples.positives > 0 && samples.positives < count, Kind::training,
          "training needs positive and negative samples, got " + std::to_string(samples.positives) + " and " +
              std::to_string(count - samples.positives));
  if (scores_.empty()) scores_.assign(count, 0.0f);
  require(scores_.size() == count, Kind::usage, "each sample needs one start score");
  double sums[2] = {0, 0};
  for (std::size_t i = 0; i < count; ++i) {
    const float y = samples.label(i);
    sums[y > 0] += std::exp(-static_cast<double>(y) * scores_[i]);
  }
  start_loss_[0] = 2 * sums[0];
  start_loss_[1] = 2 * sums[1];
  reweight();
}

void Ensemble::add(LookupTable classifier) {
  const BinnedResponses& responses = samples_.responses;
  const auto bins = static_cast<std::size_t>(responses.bins());
  require(classifier.feature < responses.features() &&
              classifier.partner.value_or(0) < responses.features() &&
              classifier.table.size() == (classifier.partner ? bins * bins : bins),
          Kind::training, "a weak classifier refers to an unknown feature or bin");
  votes_.push_back(ocelli::votes(classifier, samples_.responses));
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += votes_.back()[i];
  weak_.push_back(std::move(classifier));
  reweight();
}

void Ensemble::remove(std::size_t m) {
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] -= votes_[m][i];
  weak_.erase(weak_.begin() + static_cast<std::ptrdiff_t>(m));
  votes_.erase(votes_.begin() + static_cast<std::ptrdiff_t>(m));
  reweight();
}

void Ensemble::reweight() {
  std::vector<double> exponents(scores_.size());
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    const float y = samples_.label(i);
    exponents[i] = -static_cast<double>(y) * scores_[i] - std::log(start_loss_[y > 0]);
  }
  // Relative to the heaviest sample: where all are told apart perfectly, the loss itself is no number any more.
  const double top = *std::max_element(exponents.begin(), exponents.end());
  double sum = 0;
  for (double& exponent : exponents) sum += exponent = std::exp(exponent - top);
  for (std::size_t i = 0; i < scores_.size(); ++i) weights_[i] = static_cast<float>(exponents[i] / sum);
  loss_ = std::exp(top) * sum;
}

}  // namespace ocelli
