#pragma once

#include <vector>

#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/model_io/model_card.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_parts.hpp"
#include "ocelli/training/training_sources.hpp"

/// Inside the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// The training data of a detector of any kind, read, checked and split.
struct DetectorMaterial {
  DetectorTraining job;  ///< resolved()
  std::vector<TrainingImages> positive_sets, negative_sets;
  TrainingParts with_objects, without;
  TrainingData data;
};

/// Throws Error(Kind::usage) or Error(Kind::output) for invalid options or outputs that would overwrite an
/// input, before anything is read.
void check(const DetectorTraining& asked);

/// Reads and checks everything, and reports what was found and settled. Throws Error(Kind::training) naming
/// what is missing.
DetectorMaterial prepare(const DetectorTraining& asked, const TrainingObserver& observer);

/// The part of a model's card that is the same for every kind of cascade: program, data, options and seed.
ModelCard training_card(const DetectorMaterial& material);

}  // namespace ocelli::internal
