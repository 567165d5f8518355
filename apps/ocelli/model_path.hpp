#pragma once

#include <filesystem>
#include <string>

namespace ocelli::app {

/// A model that comes with the program, by its file name: beside an installed program, or in the source tree
/// that the program was built from. Throws Error(Kind::model) naming the places that were looked at when it
/// is in neither.
std::filesystem::path shipped_model(const std::string& name);

}  // namespace ocelli::app
