#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"

namespace ocelli::app {

/// The outputs of a run over INPUT arguments; empty ones are not requested.
struct BatchOutputs {
  std::string file;      ///< of results
  std::string drawings;  ///< a folder
  OutputFolder folder = {};
};

/// Rejects a run that would overwrite its own inputs: its INPUT arguments, or other files, such as its model.
/// Throws  Error(Kind::usage) naming the input, as do the functions below.
void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<std::filesystem::path>& files);

}  // namespace ocelli::app
