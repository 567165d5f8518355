#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/progress.hpp"
#include "ocelli/recognition/training/classifier_training.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/training/alphabet.hpp"
#include "ocelli/text/training/font_face.hpp"
#include "ocelli/text/training/printed_glyphs.hpp"

namespace ocelli {

/// ShareBoost over template features with options that suit glyphs.
ClassifierTrainingOptions glyph_training();

struct ReaderTrainingOptions {
  PrintedGlyphOptions print;
  ClassifierTrainingOptions glyphs = glyph_training();
  LanguageOptions language;
  std::size_t most_of_class = 2000;  ///< maximum number of page glyphs to learn from, per class
  std::size_t least_character = 50;  ///< occurrences in the texts from which a character beyond ASCII is learnt
  double place_error = 0.05;         ///< error of a page's baselines and x-heights, in x-heights

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    PrintedGlyphOptions::describe(self.print, visit);
    ClassifierTrainingOptions::describe(self.glyphs, visit);
    LanguageOptions::describe(self.language, visit);
    visit("page-glyphs", self.most_of_class, "maximum number of page glyphs to learn from, per class");
    visit("least-character", self.least_character,
          "occurrences in the texts from which a character beyond ASCII is learnt (0: never)");
    visit("place-error", self.place_error, "error of the baselines and x-heights of pages, in x-heights");
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
/// Throws  Error(Kind::training) without a font, with glyphs of another alphabet, or with a class that no font has;
///         Error(Kind::cancelled) on `stop`.
TrainedReader train_reader(const ReaderMaterial& material, const ReaderTrainingOptions& options,
                           const ClassifierTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli
