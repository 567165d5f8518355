#pragma once

#include <filesystem>
#include <string>

namespace ocelli::internal {

/// A bundled model by its file name below the folder of models, such as "languages/deu.ocelli". Searched in
/// $OCELLI_MODELS, where an installed program or library has them, and in the source tree of the build.
/// Throws  Error(Kind::model) naming the folders that were searched.
std::filesystem::path bundled_model(const std::string& name);

/// Searches this folder first, from now on: for a package that keeps the models elsewhere. To be called
/// before any other thread runs.
void set_models_folder(std::filesystem::path folder);

}  // namespace ocelli::internal
