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

/// All that adapting a reader to one's own type is told.
struct ReaderAdapting {
  std::vector<std::string> lines;  ///< folders of lines or pages NAME.png with their text NAME.gt.txt
  Half half = Half::all;           ///< of these of each folder
  std::vector<std::string> pages;  ///< INPUT arguments (open_inputs): images without known text
  std::filesystem::path language;  ///< the file of the language that those are in; none: the model's own
  std::filesystem::path base;      ///< the model to adapt
  std::filesystem::path
      base_of_ascii;  ///< the one instead where the texts have no other characters, and there is no language
  std::filesystem::path output;
  AdaptingOptions options;
  InputLimits limits;  ///< on each line's image

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// A job with the reader to adapt (empty: the bundled one of English, or of all languages where the lines
/// have more than ASCII) and the file of a language (a code or a file; empty: the model's own). Throws as
/// bundled_model() and language_file().
ReaderAdapting adapting_of(const std::filesystem::path& model, const std::string& language);

/// Mean confidence of the words of a line, by glyphs, from which on it is learned as it was read.
inline constexpr double kSurelyRead = 0.9;

/// Adapts a reader to lines with known text (extract_page_glyphs, adapted), writes the model with its card,
/// and returns it. Of images without known text, lines that are read surely (kSurelyRead) are learned as they
/// were read. What cannot be read, and lines that their text does not fit, are named and left out. Throws
/// Error(Kind::training) when no line fits its text; as load_reader(), find_truth_pages();
/// Error(Kind::output) when the model
///         cannot be written there; Error(Kind::canceled) on `stop`.
ReaderModel adapt_reader(const ReaderAdapting& job, const TrainingObserver& observer, std::stop_token stop);

}  // namespace ocelli::internal
