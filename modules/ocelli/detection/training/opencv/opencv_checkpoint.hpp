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

/// The complete state of a training for OpenCV, from which it resumes exactly. The counterpart of
/// TrainingState.
struct OpenCvTrainingState {
  std::uint64_t fingerprint = 0;
  OpenCvCascadeParts cascade;
  std::vector<WindowReference> negatives;
  MiningReport mining;
  /// Of the current stage, on bins. Features are numbered in the stage's pool.
  std::vector<RegressionTree> trees;

  friend bool operator==(const OpenCvTrainingState&, const OpenCvTrainingState&) = default;
};

/// Loads the `*.checkpoint` file of a training for OpenCV, or its bytes. `name` identifies the bytes in
/// errors. Works like load_checkpoint().
OpenCvTrainingState load_opencv_checkpoint(const std::filesystem::path& path);
OpenCvTrainingState load_opencv_checkpoint(std::span<const std::byte> bytes, const std::string& name);

/// Returns the bytes of the checkpoint's file. Throws Error(Kind::model) when they could not be loaded again.
std::vector<std::byte> serialize(const OpenCvTrainingState& state);

/// Writes the checkpoint's file atomically. Throws as save_checkpoint().
void save_opencv_checkpoint(const std::filesystem::path& path, const OpenCvTrainingState& state);

}  // namespace ocelli::internal

namespace ocelli::internal::format {

/// Internal to the checkpoint file: parses the state in a payload and runs all checks. Throws
/// Error(Kind::model).
OpenCvTrainingState parse_opencv_checkpoint(const Bytes& payload);

}  // namespace ocelli::internal::format
