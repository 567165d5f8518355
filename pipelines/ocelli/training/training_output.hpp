#pragma once

#include <filesystem>

#include "ocelli/core/file_lock.hpp"
#include "ocelli/core/output_guard.hpp"

namespace ocelli::internal {

/// The place that a training writes to, taken for as long as this object lives: to be made before anything is
/// read, so that a wrong place is told at once and not when hours are over.
///
/// Checks that a model can be written at `model`, locks MODEL.ocelli-lock against another training of the
/// same model, and removes what a killed training left half written beside it: temporary files of the
/// checkpoint and of the model. Files of others that have the name of the lock or of the checkpoint are
/// refused.
class TrainingOutput {
 public:
  /// Throws Error(Kind::output) naming the place and what to do.
  TrainingOutput(const std::filesystem::path& model, const std::filesystem::path& checkpoint);

 private:
  FileLock lock_;
};

/// What a training writes: its model, and its log, pictures, checkpoint and lock beside it.
OutputGuard training_outputs(const std::filesystem::path& model);

}  // namespace ocelli::internal
