#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/model_io/payload.hpp"

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

/// Loads the `*.checkpoint` file of a training for OpenCV, or its bytes, named `name` in errors. As
/// load_checkpoint() does it.
OpenCvTrainingState load_opencv_checkpoint(const std::filesystem::path& path);
OpenCvTrainingState load_opencv_checkpoint(std::span<const std::byte> bytes, const std::string& name);

/// The bytes of the checkpoint's file. Throws Error(Kind::model) when they could not be loaded again.
std::vector<std::byte> serialize(const OpenCvTrainingState& state);

/// Writes the checkpoint's file, all or nothing. Throws as save_checkpoint() does.
void save_opencv_checkpoint(const std::filesystem::path& path, const OpenCvTrainingState& state);

}  // namespace ocelli::internal

namespace ocelli::internal::format {

/// Inside the checkpoint file: the state in a payload, after all checks. Throws Error(Kind::model).
OpenCvTrainingState parse_opencv_checkpoint(const Bytes& payload);

}  // namespace ocelli::internal::format
