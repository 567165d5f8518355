#pragma once

#include <filesystem>
#include <string>

namespace ocelli::app {

/// A bundled model, by its file name: beside an installed program, or in the source tree
/// that the program was built from. Throws Error(Kind::model) naming the paths searched when it
/// is in neither.
std::filesystem::path shipped_model(const std::string& name);

}  // namespace ocelli::app
