#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/model_io/model_card.hpp"
#include "ocelli/text/correction/language_model.hpp"

namespace ocelli::internal {

/// A language that a reader of its script can read (see Reader::in()).
struct Language {
  std::string code;        ///< ISO 639-2, such as "deu"
  std::string characters;  ///< characters of the language, in UTF-8
  LanguageModel model;
};

/// The content of a language's `*.ocelli` file.
struct LanguageFile {
  Language language;
  ModelCard card;
};

/// Loads a language from a file, or from bytes. `name` identifies the bytes in errors. Checked like
/// load_reader().
/// Throws  Error(Kind::model) naming the file and the fault, also when the file contains another kind of
/// model.
LanguageFile load_language(const std::filesystem::path& path);
LanguageFile load_language(std::span<const std::byte> bytes, const std::string& name);

/// Returns the bytes of the language's file, which depend only on its content.
std::vector<std::byte> serialize(const LanguageFile& file);

/// Writes the language's file atomically.
/// Throws  Error(Kind::output) when the file cannot be written.
void save_model(const std::filesystem::path& path, const LanguageFile& file);

}  // namespace ocelli::internal
