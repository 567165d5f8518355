#pragma once

#include "ocelli/model_io/model_card.hpp"
#include "ocelli/training/detector_material.hpp"

/// Inside the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// The part of a model's card that is the same for every kind of cascade: program, data, options and seed.
ModelCard training_card(const DetectorMaterial& material);

}  // namespace ocelli::internal
