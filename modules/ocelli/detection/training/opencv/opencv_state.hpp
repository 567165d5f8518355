#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/training/training_state.hpp"

namespace ocelli {

/// All that a training for OpenCV needs to go on after an interruption exactly where it was, as TrainingState has it.
struct OpenCvTrainingState {
  std::uint64_t fingerprint = 0;
  OpenCvCascadeParts cascade;
  std::vector<WindowReference> negatives;
  MiningReport mining;
  std::vector<RegressionTree> trees;  ///< of the stage under way, on bins; features number the stage's pool

  friend bool operator==(const OpenCvTrainingState&, const OpenCvTrainingState&) = default;
};

}  // namespace ocelli
