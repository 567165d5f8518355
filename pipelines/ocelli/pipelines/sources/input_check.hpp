#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/core/output_guard.hpp"

namespace ocelli {

/// Throws Error(Kind::usage) naming it when one of these inputs is an output of the same run, which would be written over it:
/// itself, an image in a folder, a line of a list, or a list. What a list on the standard input will name is not known yet:
/// with one, no output may hold an image.
void check_inputs(const std::vector<std::string>& inputs, const OutputGuard& guard);

/// The same for files, and folders of samples with all that is in them.
void check_outputs(const OutputGuard& outputs, const std::vector<std::filesystem::path>& sources);

}  // namespace ocelli
