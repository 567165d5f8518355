#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/training/alphabet.hpp"
#include "ocelli/text/training/font_face.hpp"
#include "ocelli/text/training/printed_glyphs.hpp"

namespace ocelli::internal {

/// Options of ShareBoost over template features that suit glyphs.
ClassifierTrainingOptions glyph_training();

struct ReaderTrainingOptions {
  PrintedGlyphOptions print;
  ClassifierTrainingOptions glyphs = glyph_training();
  LanguageOptions language;
  std::size_t most_of_class = 2000;  ///< maximum number of glyphs from pages, per class
  /// One in this many fragments and clusters on pages is learned as the reject class.
  std::size_t page_reject_share = 12;
  /// Minimum occurrences in the texts for a character beyond ASCII to be learned. Empty: none is learned.
  std::optional<std::size_t> min_character_count = 50;
  double baseline_error = 0.05;  ///< simulated error of baselines and x-heights, in x-heights
  double language_weight = 0.3;  ///< ReadingWeights::language

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    PrintedGlyphOptions::describe(self.print, visit);
    option::describe_fixed_except<ClassifierTrainingOptions>(
        {"rounds", "templates", "growth", "tune-epochs", "validation", "seed"}, self.glyphs, visit);
    option::describe_fixed_except<LanguageOptions>({"ngrams"}, self.language, visit);
    visit("page-glyphs", self.most_of_class, "maximum number of glyphs from pages to learn from, per class",
          option::from(0));
    visit("page-reject-share", self.page_reject_share,
          "one in this many fragments and clusters of characters of pages is learned as the reject class",
          option::from(1).fixed());
    visit(
        "min-character-count", self.min_character_count,
        "minimum number of occurrences of a character outside ASCII for it to be learned (none: ASCII only)",
        option::from(1).or_none(0));
    visit("baseline-error", self.baseline_error, "simulated error of baselines and x-heights",
          option::above(0).below(1).in("x-heights").fixed());
    visit("language-weight", self.language_weight,
          "weight of the language model relative to the image when pages are read", option::from(0).to(10));
  }
};

/// The training data of a reader.
struct ReaderMaterial {
  std::vector<FontFile> faces;
  std::vector<std::string> texts;              ///< lines of natural text in UTF-8
  std::string vocabulary;                      ///< additional words, one per line
  std::u32string alphabet = printing_ascii();  ///< the characters to learn, in order (see alphabet_of())
  /// From other sources, such as pages with known text. Must have the same alphabet.
  GlyphSamples glyphs = GlyphSamples(reading_classes(printing_ascii()));
};

struct TrainedReader {
  Reader reader;
  std::size_t glyphs = 0;   ///< training images
  std::size_t rejects = 0;  ///< images of kNoGlyph
  std::vector<ShareBoostRound> path;
};

/// Renders glyphs, trains their classifier and the model of their positions, and learns the language.
///
/// The result does not depend on the number of threads.
/// Throws  Error(Kind::training) without a font, with glyphs of another alphabet, or with a class that no
/// font has; Error(Kind::canceled) on `stop`.
TrainedReader train_reader(const ReaderMaterial& material, const ReaderTrainingOptions& options,
                           const ClassifierTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
