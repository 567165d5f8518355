#pragma once

#include <string>

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/training/classifier_training.hpp"

/// Internal to the training of classifiers.
namespace ocelli::internal {

/// Throws Error(Kind::training) naming what was read when there is nothing to tell apart.
void require_learnable(const Samples& samples, const std::string& where);

/// The options of a table with one more column that is no input; unchanged for an empty name.
TableOptions ignoring(TableOptions table, const std::string& column);

/// Reads the samples of a training with their weights, and reports how, and likely mistakes. Throws as
/// read_samples() and require_learnable(), Error(Kind::usage) for samples without labels, and for a column of
/// weights of samples that are no table's; Error(Kind::input) for a weight that is no number.
Dataset read_training_samples(const ClassifierTraining& job, const TrainingObserver& observer);

}  // namespace ocelli::internal
