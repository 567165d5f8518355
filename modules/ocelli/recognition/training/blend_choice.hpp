#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/samples/samples.hpp"

/// Internal to recognition: which classifiers correct each other.
namespace ocelli::internal {

/// How much the scores of the members of a blend count, 0 for those that are no part of it, how it errs, and
/// the temperature that fits its scores.
struct BlendChoice {
  std::vector<double> weights;
  std::size_t errors = 0;
  double temperature = 1;

  std::size_t members() const;
};

/// Starts from nothing and, as long as that lowers the log-loss of the labels, adds the classifier that
/// lowers it most; one may be added again, and then counts more. Scores are divided by the temperature that
/// fits them, alone and as a sum.
///
/// `scores` has a matrix a classifier, of samples that none has learned from, a row a label.
/// Requires  one
/// classifier and one label at least.
/// Cost    six fits of a temperature a classifier, at most. Source
/// Caruana, Niculescu-Mizil, Crew and Ksikes, Ensemble selection from libraries of models, 2004.
BlendChoice choose_blend(std::span<const SampleValues> scores, std::span<const std::uint16_t> labels);

}  // namespace ocelli::internal
