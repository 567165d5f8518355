#pragma once

#include <filesystem>
#include <string>

namespace ocelli::internal {

/// Finds a bundled model by its file name in the models folder, such as "languages/deu.ocelli". Searches
/// $OCELLI_MODELS, the folder of an installed program or library, and the source tree of the build.
/// Throws  Error(Kind::model) naming the folders that were searched.
std::filesystem::path bundled_model(const std::string& name);

/// Adds a folder that is searched first, for packages that store the models elsewhere.
/// Requires  that no other thread has started.
void set_models_folder(std::filesystem::path folder);

}  // namespace ocelli::internal
