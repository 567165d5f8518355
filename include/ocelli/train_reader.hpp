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
  std::filesystem::path aligner;  ///< the model that finds the glyphs of these pages; needed with pages only
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

}  // namespace ocelli
