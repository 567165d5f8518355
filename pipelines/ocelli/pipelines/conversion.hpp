#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "ocelli/pipelines/model_file.hpp"

namespace ocelli::internal {

/// A format that models are converted to. A further one is an entry in conversion.cpp.
struct ModelFormat {
  std::string_view ending;  ///< of its files: ".xml"
  std::string_view title;   ///< for help: "OpenCV's XML, for OpenCV 3 and 4"
  std::string_view holds;   ///< for help: "OpenCV cascades"
  /// Writes the file whole, or not at all. Throws Error(Kind::usage) with the reason where the format cannot
  /// hold the model, Error(Kind::output) where the file cannot be written; each names the path.
  void (*write)(const Model& model, const std::filesystem::path& path);
};

/// All formats; the first is Ocelli's own.
std::span<const ModelFormat> model_formats();

/// The format of files of this name, by its ending; nothing when there is none.
const ModelFormat* model_format_of(const std::filesystem::path& path);

/// The table of formats and what each holds, for help: a line a format.
std::string model_format_table();

}  // namespace ocelli::internal
