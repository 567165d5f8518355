#pragma once

#include <vector>

#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_parts.hpp"
#include "ocelli/training/training_sources.hpp"

/// Inside the trainings of detectors; not part of the module's interface.
namespace ocelli {

/// What a detector is trained on, read, checked and parted, whatever kind of cascade comes of it.
struct DetectorMaterial {
  DetectorTraining job;  ///< settled()
  std::vector<TrainingImages> positive_sets, negative_sets;
  TrainingParts with_objects, without;
  TrainingData data;
};

/// Throws Error(Kind::usage) or Error(Kind::output) for options that make no sense or outputs that would overwrite an input, before
/// anything is read.
void check(const DetectorTraining& asked);

/// Reads and checks everything, and says what was found and settled. Throws Error(Kind::training) saying what is missing.
DetectorMaterial prepare(const DetectorTraining& asked, const TrainingObserver& observer);

}  // namespace ocelli
