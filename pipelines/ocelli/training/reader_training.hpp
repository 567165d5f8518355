#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "ocelli/text/reader_model.hpp"
#include "ocelli/text/training/reader_trainer.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

/// All that the training of a reader is told.
struct ReaderTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of text as people write it
  std::vector<std::filesystem::path> words;  ///< files of further words, one a line
  std::vector<std::filesystem::path> fonts;  ///< folders of type faces; none: those of the system
  std::vector<std::string> pages;            ///< folders of pages NAME.png with their text NAME.gt.txt
  Half half = Half::all;                     ///< of the pages of each folder
  std::filesystem::path
      characters;                 ///< a text of the characters to learn, in the place of those of the texts
  std::string language;           ///< of the texts, ISO 639-2; then their characters alone are read in it
  std::filesystem::path aligner;  ///< the model that finds the glyphs of these pages; needed with pages only
  std::filesystem::path output;
  bool resume = false;
  ReaderTrainingOptions options;
  InputLimits limits;  ///< on each page; no part of what is trained, so not in the card

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Sets lines in type faces, prints and scans them, learns from their glyphs, writes the model with its card,
/// and returns it. Keeps a checkpoint and a log with one JSON line a round (TrainingSession).
/// Throws  as
/// train_reader() of the text module, Error(Kind::input) for sources that cannot be read, Error(Kind::output)
/// when
///         the model cannot be written there, Error(Kind::canceled) on `stop`.
ReaderModel train_reader(const ReaderTraining& job, const TrainingObserver& observer, std::stop_token stop);

}  // namespace ocelli::internal
