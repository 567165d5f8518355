#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/metrics/confusion.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

/// The inputs and options of `ocelli cross-validate`.
struct CrossValidation {
  ClassifierTraining training;  ///< the training to repeat without each fold; writes no files
  std::size_t folds = 5;
  std::string groups;  ///< table column; rows with the same text in it stay together; empty: none

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("folds", self.folds,
          "number of parts of the samples, each of which is classified by a model trained on the others",
          option::from(2).to(1000).basic());
    visit("groups", self.groups,
          "column of a table (a name, or a number from 1) whose rows with equal text stay in one fold, such "
          "as the patient or the day; not used as an input",
          option::any().value("column"));
  }

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The samples of one fold, and those mislabeled after training on the others.
struct FoldErrors {
  std::size_t samples = 0, errors = 0;

  double error() const { return static_cast<double>(errors) / static_cast<double>(samples); }
};

struct CrossValidationResult {
  ConfusionMatrix confusion;  ///< of all samples
  std::vector<FoldErrors> folds;

  /// Mean of the folds' error rates.
  double mean_error() const;
  /// Their sample standard deviation.
  double deviation() const;
};

/// Classifies each fold of the samples after training on the others. Everything that a training chooses is
/// chosen anew. Medians and categories of a table are those of all its rows. A class without samples in the
/// other folds is not learned, and its samples are errors. Reports the errors of each fold; progress is that
/// of each training.
/// Throws  as train_classifier() and stratified_folds(); Error(Kind::usage) for groups when the samples are
/// not a table.
/// Cost    one training per fold.
CrossValidationResult cross_validate(CrossValidation job, const TrainingObserver& observer,
                                     const std::stop_token& stop);

/// Cross-validates on samples in memory with the given folds. The algorithm itself is not resolved.
CrossValidationResult cross_validate(const ClassifierAlgorithm& algorithm, const Samples& samples,
                                     std::span<const std::uint32_t> folds, const TrainingObserver& observer,
                                     const std::stop_token& stop);

}  // namespace ocelli::internal
