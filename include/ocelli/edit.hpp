#pragma once

#include <filesystem>
#include <vector>

#include "ocelli/options.hpp"

namespace ocelli {

/// Edits a model file: fields of its card ("figure" with "value", "description", "license"), its operating
/// point ("min-score") and its image preprocessing ("normalized-side", "tilt"). On failure, the file is left
/// unchanged.
/// Throws  Error(Kind::usage) naming an option that models of this kind do not have, Error(Kind::model),
/// Error(Kind::output).
/// Link    the training library.
OCELLI_API void edit_model(const std::filesystem::path& model, const Options& changes);

OCELLI_API std::vector<OptionInfo> edit_options();

}  // namespace ocelli
