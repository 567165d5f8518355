#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/version.hpp"

namespace ocelli {

enum class ModelKind { detector, classifier, reader, opencv_cascade, language };

/// The description stored in a model file.
struct ModelInfo {
  ModelKind kind = ModelKind::detector;
  std::string label;                 ///< of a detector: "face"
  std::vector<std::string> classes;  ///< of a classifier or reader
  /// What trained it, on which data, with which options and figures.
  std::vector<std::pair<std::string, std::string>> card;
};

/// Loads and validates a model of any kind.
/// Throws  Error(Kind::model) naming the file and the fault.
OCELLI_API ModelInfo open_model(const std::filesystem::path& path);
OCELLI_API ModelInfo open_model(std::span<const std::byte> model, const std::string& name = "model");

/// Finds a bundled model by its file name: "face.ocelli", "languages/deu.ocelli". Searches $OCELLI_MODELS,
/// then ../share/ocelli/models next to the library, then the installation folder.
/// Throws  Error(Kind::model) naming the folders that were searched.
OCELLI_API std::filesystem::path bundled_model(const std::string& name);

}  // namespace ocelli
