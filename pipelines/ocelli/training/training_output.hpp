#pragma once

#include <filesystem>

#include "ocelli/core/file_lock.hpp"
#include "ocelli/core/output_guard.hpp"

namespace ocelli::internal {

/// Reserves the place that a training writes to, for the lifetime of this object. Create it before reading
/// anything, so that an invalid place is reported immediately and not after hours of training.
///
/// Checks that a model can be written at `model`, locks MODEL.ocelli-lock against another training of the
/// same model, and removes temporary files that a killed training left next to it. Unrelated files with the
/// name of the lock or the checkpoint are rejected.
class TrainingOutput {
 public:
  /// Throws  Error(Kind::output) naming the place and what to do.
  TrainingOutput(const std::filesystem::path& model, const std::filesystem::path& checkpoint);

 private:
  FileLock lock_;
};

/// The files that a training writes: its model, and the log, pictures, checkpoint and lock next to it.
OutputGuard training_outputs(const std::filesystem::path& model);

}  // namespace ocelli::internal
