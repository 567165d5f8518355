#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "ocelli/pipelines/model_file.hpp"

namespace ocelli::internal {

/// A target format for models. To add one, add an entry in conversion.cpp.
struct ModelFormat {
  std::string_view ending;  ///< of its files: ".xml"
  std::string_view title;   ///< for help: "OpenCV's XML, for OpenCV 3 and 4"
  std::string_view holds;   ///< for help: "OpenCV cascades"
  /// Writes the file. On failure, no file is left behind.
  /// Throws  Error(Kind::usage) with the reason when the format cannot represent the model,
  /// Error(Kind::output) when the file cannot be written; each names the path.
  void (*write)(const Model& model, const std::filesystem::path& path);
};

/// All formats; the first is Ocelli's own.
std::span<const ModelFormat> model_formats();

/// The format for a file name, by its extension; null if there is none.
const ModelFormat* model_format_of(const std::filesystem::path& path);

/// The table of formats and the models each supports, for help: one line per format.
std::string model_format_table();

}  // namespace ocelli::internal
