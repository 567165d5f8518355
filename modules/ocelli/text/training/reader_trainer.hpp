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

/// ShareBoost over template features with options that suit glyphs.
ClassifierTrainingOptions glyph_training();

struct ReaderTrainingOptions {
  PrintedGlyphOptions print;
  ClassifierTrainingOptions glyphs = glyph_training();
  LanguageOptions language;
  std::size_t most_of_class = 2000;    ///< glyphs of pages that are learned from, of each class
  std::size_t page_reject_share = 12;  ///< one of so many pieces and clusters on pages is learned as no glyph
  std::optional<std::size_t> min_character_count =
      50;  ///< times that a character beyond ASCII is in the texts, to be learned; empty: none is
  double baseline_error = 0.05;  ///< how far a page's baselines and x-heights are off, x-heights
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
  std::vector<std::string> texts;              ///< UTF-8, lines of natural text
  std::string vocabulary;                      ///< additional words, one per line
  std::u32string alphabet = printing_ascii();  ///< the characters to learn, in order: see alphabet_of()
  GlyphSamples glyphs =
      GlyphSamples(reading_classes(printing_ascii()));  ///< from other sources, e.g. from pages
                                                        ///< with known text; of the same alphabet
};

struct TrainedReader {
  Reader reader;
  std::size_t glyphs = 0;   ///< training images
  std::size_t rejects = 0;  ///< of these, of kNoGlyph
  std::vector<ShareBoostRound> path;
};

/// Renders glyphs, trains their classifier and the model of their positions, and counts the language.
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) without a font, with glyphs of another alphabet, or with a class that no
/// font has;
///         Error(Kind::canceled) on `stop`.
TrainedReader train_reader(const ReaderMaterial& material, const ReaderTrainingOptions& options,
                           const ClassifierTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
