#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

/// The inputs and options of a training of a reader of printed pages.
struct ReaderTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of natural text
  std::vector<std::filesystem::path> words;  ///< files of additional words, one per line
  std::vector<std::filesystem::path> fonts;  ///< folders of typefaces; empty: the system's
  std::vector<std::string> pages;            ///< folders of pages NAME.png with their text in NAME.gt.txt
  /// The model that locates the glyphs on these pages; empty: the bundled one.
  std::filesystem::path aligner;
  std::string language;          ///< of the texts, ISO 639-2
  std::filesystem::path output;  ///< the model file
  bool resume = false;           ///< continue from the checkpoint next to the output
  Options options;               ///< see train_reader_options()
};

/// Renders text lines in the typefaces, simulates printing and scanning, trains on the resulting glyphs, and
/// writes the model with its card.
/// Throws  Error(Kind::input) for sources that cannot be read, Error(Kind::training) when they are not
/// sufficient, Error(Kind::usage) naming the option, Error(Kind::canceled) on `stop`.
OCELLI_API void train_reader(const ReaderTraining& training, const Observer& observer = {},
                             std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> train_reader_options();

/// The inputs and options for adapting a reader to your own documents. Provide lines, pages or both.
struct ReaderAdapting {
  std::vector<std::string> lines;  ///< folders of lines or pages NAME.png with their text in NAME.gt.txt
  /// Images or PDF files without known text. Lines read with high confidence are used for training.
  std::vector<std::string> pages;
  std::string language;          ///< of the pages, a code as in reader_options(); empty: the model's own
  std::filesystem::path model;   ///< the reader to adapt; empty: the bundled one
  std::filesystem::path output;  ///< the new model
  Options options;               ///< see adapt_reader_options()
};

/// Adapts a reader and writes the new model.
/// Throws  Error(Kind::training) when no line matches its text; otherwise as train_reader().
OCELLI_API void adapt_reader(const ReaderAdapting& adapting, const Observer& observer = {},
                             std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> adapt_reader_options();

/// The inputs and options of a language training. A reader of the same script can then read the language.
struct LanguageTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of natural text
  std::vector<std::filesystem::path> words;  ///< files of additional words, one per line
  std::string code;                          ///< ISO 639-2: "fin"
  std::filesystem::path output;              ///< the language file, passed to Reader as the option "language"
  Options options;                           ///< see train_language_options()
};

/// Trains a language and writes its file.
/// Throws  Error(Kind::input) for texts that cannot be read, Error(Kind::usage) for a code that is not three
/// lowercase letters.
OCELLI_API void train_language(const LanguageTraining& training, const Observer& observer = {},
                               std::stop_token stop = {});

OCELLI_API std::vector<OptionInfo> train_language_options();

}  // namespace ocelli
