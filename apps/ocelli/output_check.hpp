#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/core/output_guard.hpp"

namespace ocelli::app {

/// What a run over INPUT arguments writes; what is empty is not asked for.
struct BatchOutputs {
  std::string file;      ///< of results
  std::string drawings;  ///< a folder
};

/// Refuses a run that would write over what it reads: its INPUT arguments, or other files, such as its model.
/// Throws  Error(Kind::usage) naming the input, here and below.
void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<std::filesystem::path>& files);

/// The same for files, and folders of samples with all that is in them.
void check_outputs(const OutputGuard& outputs, const std::vector<std::filesystem::path>& sources);

/// What a training writes: its model, and its log and pictures beside it.
OutputGuard training_outputs(const std::filesystem::path& model);

}  // namespace ocelli::app
