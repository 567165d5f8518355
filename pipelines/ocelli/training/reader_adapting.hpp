#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "ocelli/text/reader_model.hpp"
#include "ocelli/text/training/adapted_reader.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

/// The inputs and options for adapting a reader to your own documents.
struct ReaderAdapting {
  std::vector<std::string> lines;  ///< folders of lines or pages NAME.png with their text in NAME.gt.txt
  Half half = Half::all;           ///< the files of each folder to use
  std::vector<std::string> pages;  ///< INPUT arguments (open_inputs): images without known text
  std::filesystem::path language;  ///< the language file for the pages; empty: the model's own
  std::filesystem::path base;      ///< the model to adapt
  /// The model to adapt instead when the texts contain only ASCII and no language is given.
  std::filesystem::path base_of_ascii;
  std::filesystem::path output;
  AdaptingOptions options;
  InputLimits limits;  ///< on each line's image

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// A job for a reader to adapt and a language. An empty model is the bundled one: that of English, or that of
/// all languages if the lines contain non-ASCII characters. The language is a code or a file; empty: the
/// model's own.
/// Throws  as bundled_model() and language_file().
ReaderAdapting adapting_of(const std::filesystem::path& model, const std::string& language);

/// The minimum mean confidence over the glyphs of a line for it to be learned as read.
inline constexpr double kSurelyRead = 0.9;

/// Adapts a reader to lines with known text (extract_page_glyphs, adapted), writes the model with its card,
/// and returns it. In images without known text, lines read with high confidence (kSurelyRead) are learned as
/// read. Files that cannot be read, and lines that do not match their text, are reported and skipped.
/// Throws  Error(Kind::training) when no line matches its text; as load_reader() and find_truth_pages();
/// Error(Kind::output) when the model cannot be written there; Error(Kind::canceled) on `stop`.
ReaderModel adapt_reader(const ReaderAdapting& job, const TrainingObserver& observer, std::stop_token stop);

}  // namespace ocelli::internal
