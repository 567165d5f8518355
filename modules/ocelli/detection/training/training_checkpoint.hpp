#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/model_io/payload.hpp"

namespace ocelli::internal {

/// Loads a `*.checkpoint` file, or its bytes. `name` identifies the bytes in errors.
///
/// The container and the checks are those of a model. In addition, every weak classifier's table must have
/// the bins of the cascade. The trainer checks that the checkpoint belongs to the current data and options.
/// Throws  Error(Kind::model) naming the file and the fault.
TrainingState load_checkpoint(const std::filesystem::path& path);
TrainingState load_checkpoint(std::span<const std::byte> bytes, const std::string& name);

/// Returns the bytes of the checkpoint's file. They depend only on the state and are the same on every
/// machine and compiler.
/// Throws  Error(Kind::model) when they could not be loaded again.
std::vector<std::byte> serialize(const TrainingState& state);

/// Writes the checkpoint's file atomically (write_file_atomically): a kill at any time leaves a complete
/// file.
/// Throws  as serialize(), naming the path. Throws Error(Kind::output) when the file cannot be written.
void save_checkpoint(const std::filesystem::path& path, const TrainingState& state);

}  // namespace ocelli::internal

namespace ocelli::internal::format {

/// Internal to the checkpoint file: parses the state in a payload and runs all checks. Throws
/// Error(Kind::model).
TrainingState parse_checkpoint(const Bytes& payload);

}  // namespace ocelli::internal::format
