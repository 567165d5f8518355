#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/pipelines/sources/input_check.hpp"

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

}  // namespace ocelli::app
