#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"

namespace ocelli::internal {

/// What a training of a classifier ended with.
struct ClassifierOutcome {
  const ClassifierModel& model;
  const Dataset& data;
  std::string chosen;            ///< a sentence; empty if nothing was chosen
  std::string ending;            ///< a sentence
  HeldOutErrors tried;           ///< of the choice
  HeldOutErrors held_out;        ///< of this model, on samples that it did not learn
  std::string measured_on = {};  ///< what those samples are
  std::filesystem::path output;
};

/// Five lines: what was chosen, its error with an interval, what was left out, what to look at, and how to
/// use the model.
std::vector<std::string> summary_of(const ClassifierOutcome& outcome);

/// An interval that has the true share with a probability of 95 %, for a count of errors.
/// Source  Wilson 1927.
struct ErrorInterval {
  double low = 0, high = 1;
};
ErrorInterval error_interval(const HeldOutErrors& errors);

}  // namespace ocelli::internal
