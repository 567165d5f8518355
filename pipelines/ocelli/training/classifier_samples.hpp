#pragma once

#include <string>

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/training/classifier_training.hpp"

/// Internal to the training of classifiers.
namespace ocelli {

/// Throws Error(Kind::training) naming what was read when there is nothing to tell apart.
void require_learnable(const Samples& samples, const std::string& where);

/// Reads the samples of a training, and says how and what looks like a mistake. Throws as read_samples() and
/// require_learnable(), Error(Kind::usage) for samples without labels.
Dataset read_training_samples(const ClassifierTraining& job, const TrainingObserver& observer);

}  // namespace ocelli
