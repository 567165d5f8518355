#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/core/output_guard.hpp"

namespace ocelli::internal {

/// Checks that the run does not overwrite its own inputs: an input itself, an image in a folder, a line of a
/// list, or a list. The entries of a list on standard input are not known yet, so with such a list no output
/// may contain an image.
/// Throws  Error(Kind::usage) naming the input.
void check_inputs(const std::vector<std::string>& inputs, const OutputGuard& guard);

/// Checks files, and folders of samples with all their files.
void check_outputs(const OutputGuard& outputs, const std::vector<std::filesystem::path>& sources);

}  // namespace ocelli::internal
