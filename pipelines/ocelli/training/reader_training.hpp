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

/// The inputs and options of a reader training.
struct ReaderTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of natural text
  std::vector<std::filesystem::path> words;  ///< files of additional words, one per line
  std::vector<std::filesystem::path> fonts;  ///< folders of typefaces; empty: the system's
  std::vector<std::string> pages;            ///< folders of pages NAME.png with their text in NAME.gt.txt
  Half half = Half::all;                     ///< the pages of each folder to use
  /// A text with the characters to learn, instead of those in the texts.
  std::filesystem::path characters;
  std::string language;           ///< of the texts, ISO 639; if set, only their characters are read in it
  std::filesystem::path aligner;  ///< the model that locates the glyphs on the pages; needed only for those
  std::filesystem::path output;
  bool resume = false;
  ReaderTrainingOptions options;
  InputLimits limits;  ///< on each page; not part of the result, so not in the card

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Renders text lines in typefaces, simulates printing and scanning, trains on the resulting glyphs, writes
/// the model with its card, and returns it. Writes a checkpoint and a log with one JSON line per round
/// (TrainingSession).
/// Throws  as train_reader() of the text module; Error(Kind::input) for sources that cannot be read;
/// Error(Kind::output) when the model cannot be written there; Error(Kind::canceled) on `stop`.
ReaderModel train_reader(const ReaderTraining& job, const TrainingObserver& observer, std::stop_token stop);

}  // namespace ocelli::internal
