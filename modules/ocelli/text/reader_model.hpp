#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/model_io/model_card.hpp"
#include "ocelli/text/glyph_reader.hpp"

namespace ocelli::internal {

/// The content of a reader's `*.ocelli` file.
struct ReaderModel {
  Reader reader;
  ModelCard card;
};

/// Loads a reader from a file, or from bytes. `name` identifies the bytes in errors. Checked like
/// load_detector(); Reader and its parts check every index, count and number.
/// Throws  Error(Kind::model) naming the file and the fault, also when the file contains another kind of
/// model.
ReaderModel load_reader(const std::filesystem::path& path);
ReaderModel load_reader(std::span<const std::byte> bytes, const std::string& name);

/// Returns the bytes of the model's file. They depend on the model alone and are the same on every machine
/// and compiler.
/// Throws  Error(Kind::model) when the bytes could not be loaded again, e.g. for more than kMaxModelBytes.
std::vector<std::byte> serialize(const ReaderModel& model);

/// Writes the model's file atomically (write_file_atomically).
/// Throws  as serialize(), naming the path. Throws Error(Kind::output) when the file cannot be written.
void save_model(const std::filesystem::path& path, const ReaderModel& model);

}  // namespace ocelli::internal
