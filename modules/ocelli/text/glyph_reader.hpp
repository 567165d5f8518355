#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/language.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// The reject class: ink that is not a glyph, such as half a letter or two merged letters.
inline constexpr const char* kNoGlyph = "\uFFFD";

/// Weights of the evidence. Reading sums the weighted log scores.
struct ReadingWeights {
  float place = 0.4F;     ///< of PlaceModel
  float language = 0.3F;  ///< of LanguageModel; 0: no context
  float word = 1.5F;      ///< bonus for a listed word of at least three letters
  float glyph = 0.1F;     ///< cost of each glyph, so that one glyph is not read as several
  /// Log of the ratio of rejects (segments and clusters) in lattices to that in training.
  float no_glyph = 3.5F;
};

/// Reads pages. Combines the trained models for reading.
///
///     const auto reader = Reader::load("latin.ocelli");
///     std::cout << reader.read(page).text();
///
/// read() takes these steps (read_page()):
///   1. Binarize the page, turn it upright and clean it.
///   2. Find text lines, and split each into a lattice of candidate glyphs.
///   3. Score each candidate with the glyph classifier and the model of glyph positions.
///   4. Find the best path through the lattice, with the language model and word list, weighted by
///      ReadingWeights.
///
/// Immutable and thread-safe.
/// Units   boxes in pixels of the page as passed in; weights apply to natural-log scores.
/// Throws  Error(Kind::model) on construction for inconsistent parts; each function states its own errors.
/// Cost    about 0.1 s for 2,000 characters.
/// Source  docs/architecture.md.
class Reader {
 public:
  /// Throws  Error(Kind::model) unless the classifier accepts glyphs of kGlyphShape, one of its classes is
  /// kNoGlyph, and each class has a position.
  Reader(Classifier glyphs, PlaceModel places, LanguageModel language, ReadingWeights weights = {});

  /// Loads a reader from a model file. Throws as load_reader().
  static Reader load(const std::filesystem::path& model);

  /// Returns the text of a page (see read_page()). Accepts any 8- or 16-bit image with one to four channels.
  /// Throws  Error(Kind::image) for other types; Error(Kind::usage) if `charset` has a character that the
  /// model does not know.
  PageText read(const cv::Mat& page, const ReadingOptions& options = {}) const;

  const Classifier& glyphs() const { return glyphs_; }
  const PlaceModel& places() const { return places_; }
  const LanguageModel& language() const { return language_; }
  const ReadingWeights& weights() const { return weights_; }

  /// ISO 639-2, such as "eng"; empty if the model does not state it.
  const std::string& language_code() const { return code_; }
  /// Whether the class is a character of the language or the reject class.
  bool reads(std::size_t label) const { return readable_[label]; }

  /// Returns the same reader for another language. Characters without a glyph class are not read.
  Reader in(const Language& language) const;
  /// Returns the same reader with a code for its language, for models that do not state one.
  Reader with_language_code(std::string code) const;
  /// Returns the same reader with alternatives: each page is read by the reader in `others` that explains it
  /// best. If that is the first of them, which has this reader's language, this reader reads the page.
  /// Requires  readers with the same glyphs.
  Reader with_languages(std::vector<Reader> others) const;
  /// The same with the words of a text in the word list of each language.
  Reader knowing(std::string_view words) const;
  /// The same with another language model.
  Reader with_language_model(LanguageModel language) const;
  /// The readers of with_languages(); often none.
  std::span<const Reader> others() const;

  std::size_t classes() const { return glyphs_.classes().size(); }
  std::uint16_t no_glyph() const { return no_glyph_; }

  /// The same with other weights, also for others().
  Reader weighing(ReadingWeights weights) const;
  /// The same with zero weight for letter sequences and listed words.
  Reader without_language_model() const;

 private:
  Classifier glyphs_;
  PlaceModel places_;
  LanguageModel language_;
  ReadingWeights weights_;
  std::uint16_t no_glyph_ = 0;
  std::string code_;
  std::vector<bool> readable_;  ///< for each class
  std::shared_ptr<const std::vector<Reader>> others_;
};

/// The characters that a reader reads, in UTF-8.
std::string characters_of(const Reader& reader);

/// The primary language of a reader.
Language language_of(const Reader& reader);

/// The classes that may be read: all of the reader's language, or those of a charset.
class ClassFilter {
 public:
  explicit ClassFilter(const Reader& reader);
  /// All classes, regardless of language.
  static ClassFilter all(const Reader& reader);
  /// `characters`: the charset in UTF-8. Throws Error(Kind::usage) naming an unknown character.
  ClassFilter(const Reader& reader, const std::string& characters);

  bool allows(std::size_t label) const { return allowed_[label]; }

 private:
  explicit ClassFilter(std::vector<bool> allowed) : allowed_(std::move(allowed)) {}

  std::vector<bool> allowed_;
};

}  // namespace ocelli::internal
