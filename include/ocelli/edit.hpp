#pragma once

#include <filesystem>
#include <vector>

#include "ocelli/options.hpp"

namespace ocelli {

/// Changes a model file: fields of its card ("figure" with "value", "description", "license"), its operating
/// point ("min-score"), how it preprocesses images ("normalized-side", "tilt"). The file is written whole, or
/// left as it was.
/// Throws  Error(Kind::usage) naming what models of this kind do not have,
/// Error(Kind::model), Error(Kind::output). Link  the training library.
OCELLI_API void edit_model(const std::filesystem::path& model, const Options& changes);

OCELLI_API std::vector<OptionInfo> edit_options();

}  // namespace ocelli
