#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/samples/samples.hpp"

/// Internal to recognition: choosing classifiers that correct each other.
namespace ocelli::internal {

/// The weights of the members' scores in a blend (0 if it does not use a member), the blend's errors, and the
/// temperature that fits its scores.
struct BlendChoice {
  std::vector<double> weights;
  std::size_t errors = 0;
  double temperature = 1;

  std::size_t members() const;
};

/// Greedy selection: starting with nothing, adds the classifier that lowers the log-loss of the labels most,
/// as long as one lowers it. Adding a classifier again increases its weight. Each classifier's scores, and
/// then their sum, are divided by the temperature that fits them.
///
/// `scores` has one matrix per classifier with one row per label. No classifier may have trained on these
/// samples.
/// Requires  at least one classifier and one label.
/// Cost    at most six temperature fits per classifier.
/// Source  Caruana, Niculescu-Mizil, Crew and Ksikes, Ensemble selection from libraries of models, 2004.
BlendChoice choose_blend(std::span<const SampleValues> scores, std::span<const std::uint16_t> labels);

}  // namespace ocelli::internal
