#pragma once

#include <vector>

#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/model_io/model_card.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_parts.hpp"
#include "ocelli/training/training_sources.hpp"

/// Internal to the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// The training data of a detector of any kind, read, checked and split.
struct DetectorMaterial {
  DetectorTraining job;  ///< resolved()
  std::vector<TrainingImages> positive_sets, negative_sets;
  TrainingParts with_objects, without;
  TrainingData data;
};

/// Checks options and outputs before anything is read.
/// Throws  Error(Kind::usage) or Error(Kind::output) for invalid options or outputs that would overwrite an
/// input.
void check(const DetectorTraining& asked);

/// Reads and checks everything, and reports what was found and chosen.
/// Throws  Error(Kind::training) naming what is missing.
DetectorMaterial prepare(const DetectorTraining& asked, const TrainingObserver& observer);

/// The part of a model card that is common to every kind of cascade: program, data, options and seed.
ModelCard training_card(const DetectorMaterial& material);

}  // namespace ocelli::internal
