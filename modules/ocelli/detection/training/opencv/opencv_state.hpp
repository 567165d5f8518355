#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/training/training_state.hpp"

namespace ocelli::internal {

/// The complete state of a training for OpenCV, from which it resumes exactly, as TrainingState is for the
/// other kind.
struct OpenCvTrainingState {
  std::uint64_t fingerprint = 0;
  OpenCvCascadeParts cascade;
  std::vector<WindowReference> negatives;
  MiningReport mining;
  std::vector<RegressionTree>
      trees;  ///< of the current stage, on bins; features are numbered in the stage's pool

  friend bool operator==(const OpenCvTrainingState&, const OpenCvTrainingState&) = default;
};

}  // namespace ocelli::internal
