#pragma once

#include <string>

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/training/classifier_training.hpp"

/// Internal to the training of classifiers.
namespace ocelli::internal {

/// Throws  Error(Kind::training) naming what was read when there is nothing to distinguish.
void require_learnable(const Samples& samples, const std::string& where);

/// The options of a table with one more column excluded from the inputs; unchanged for an empty name.
TableOptions ignoring(TableOptions table, const std::string& column);

/// Reads the samples of a training with their weights. Reports how they were read, and likely mistakes.
/// Throws  as read_samples() and require_learnable(); Error(Kind::usage) for samples without labels, and for
/// a weight column when the samples are not a table; Error(Kind::input) for a weight that is not a number.
Dataset read_training_samples(const ClassifierTraining& job, const TrainingObserver& observer);

}  // namespace ocelli::internal
