#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/core/output_guard.hpp"

namespace ocelli::internal {

/// Throws Error(Kind::usage) naming it when one of these inputs is an output of the same run, which would
/// overwrite it: the input itself, an image in a folder, a line of a list, or a list. The entries of a list
/// on the standard input are not known yet: with one, no output may contain an image.
void check_inputs(const std::vector<std::string>& inputs, const OutputGuard& guard);

/// The same for files, and for folders of samples with all their files.
void check_outputs(const OutputGuard& outputs, const std::vector<std::filesystem::path>& sources);

}  // namespace ocelli::internal
