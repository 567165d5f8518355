#include "ocelli/boosting/cascade/ensemble.hpp"

#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

namespace {

std::vector<float> zeros_if_none(std::vector<float> start, std::size_t count) {
  if (start.empty()) start.assign(count, 0.0f);
  return start;
}

}  // namespace

Ensemble::Ensemble(const LabeledResponses& samples, std::vector<float> start)
    : samples_(samples),
      scores_(zeros_if_none(std::move(start), samples.responses.samples())),
      weights_(samples_, scores_) {}

void Ensemble::add(LookupTable classifier) {
  const BinnedResponses& responses = samples_.responses;
  const auto bins = static_cast<std::size_t>(responses.bins());
  require(classifier.feature < responses.features() &&
              classifier.partner.value_or(0) < responses.features() &&
              classifier.table.size() == (classifier.partner ? bins * bins : bins),
          Kind::training, "a weak classifier refers to an unknown feature or bin");
  votes_.push_back(ocelli::internal::votes(classifier, samples_.responses));
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += votes_.back()[i];
  weak_.push_back(std::move(classifier));
  weights_.update(samples_, scores_);
}

void Ensemble::remove(std::size_t m) {
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] -= votes_[m][i];
  weak_.erase(weak_.begin() + static_cast<std::ptrdiff_t>(m));
  votes_.erase(votes_.begin() + static_cast<std::ptrdiff_t>(m));
  weights_.update(samples_, scores_);
}

}  // namespace ocelli::internal
