#pragma once

#include <filesystem>

#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_sources.hpp"

/// Inside the trainings of detectors; not part of the module's interface.
namespace ocelli::internal {

/// Synthesizes the samples of --from-one on parts of the negative images and writes them beside the model: a
/// strip, where they can be inspected, and its table. Returns the table, which is read as any annotations
/// are.
///
/// The same samples for the same options and images. Throws Error(Kind::input) when the picture cannot be
/// read.
std::filesystem::path write_synthesized_positives(const DetectorTraining& job,
                                                  const TrainingImages& negatives);

}  // namespace ocelli::internal
