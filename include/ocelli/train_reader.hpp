#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

/// What a reader of printed pages is trained from.
struct ReaderTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of text as people write it
  std::vector<std::filesystem::path> words;  ///< files of further words, one a line
  std::vector<std::filesystem::path> fonts;  ///< folders of typefaces; empty: those of the system
  std::vector<std::string> pages;            ///< folders of pages NAME.png with their text NAME.gt.txt
  std::filesystem::path aligner;  ///< the model that finds the glyphs of these pages; empty: the bundled one
  std::string language;           ///< of the texts, ISO 639-2
  std::filesystem::path output;   ///< the model
  bool resume = false;            ///< continue from the checkpoint beside the output
  Options options;                ///< of train_reader_options()
};

/// Sets lines in typefaces, prints and scans them, learns from their glyphs, and writes the model with its
/// card.
/// Throws  Error(Kind::input) for sources that cannot be read, Error(Kind::training) when they do not
/// suffice,
///         Error(Kind::usage) naming the option, Error(Kind::canceled) on `stop`.
OCELLI_API void train_reader(const ReaderTraining& training, const Observer& observer = {},
                             std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> train_reader_options();

/// What a reader is adapted to: your own type. Give lines, pages or both.
struct ReaderAdapting {
  std::vector<std::string> lines;  ///< folders of lines or pages NAME.png with their text NAME.gt.txt
  std::vector<std::string>
      pages;             ///< images or PDF files without known text; lines that are read surely are learned
  std::string language;  ///< of the pages, a code as in reader_options(); empty: the model's own
  std::filesystem::path model;   ///< the reader to adapt; empty: the bundled one
  std::filesystem::path output;  ///< the new model
  Options options;               ///< of adapt_reader_options()
};

/// Throws  Error(Kind::training) when no line fits its text; otherwise as train_reader().
OCELLI_API void adapt_reader(const ReaderAdapting& adapting, const Observer& observer = {},
                             std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> adapt_reader_options();

/// What a language is learned from, so that a reader of its script reads it.
struct LanguageTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of text as people write it
  std::vector<std::filesystem::path> words;  ///< files of further words, one a line
  std::string code;                          ///< ISO 639-2: "fin"
  std::filesystem::path output;              ///< the file, to be given to Reader as the option "language"
  Options options;                           ///< of train_language_options()
};

/// Throws  Error(Kind::input) for texts that cannot be read, Error(Kind::usage) for a code that is not three
/// small letters.
OCELLI_API void train_language(const LanguageTraining& training, const Observer& observer = {},
                               std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> train_language_options();

}  // namespace ocelli
