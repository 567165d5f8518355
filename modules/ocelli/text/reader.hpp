#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <vector>

#include "ocelli/recognition/classifier.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli {

/// The class of ink that is no glyph: half a letter, two letters as one.
inline constexpr const char* kNoGlyph = "\uFFFD";

/// How much each kind of evidence counts, in the logarithms that reading sums up.
struct ReadingWeights {
  float place = 0.4F;     ///< of PlaceModel
  float language = 0.3F;  ///< of LanguageModel; 0: no context at all
  float word = 1.5F;      ///< gain of a word of three letters or more that is in the list
  float glyph = 0.1F;     ///< cost of each glyph, so that one is not read as several
  float no_glyph =
      3.5F;  ///< log of how much more frequent pieces and clusters are in lattices than in training
};

/// Reads pages: all that is learnt for it.
///
///     const auto reader = Reader::load("latin.ocelli");
///     std::cout << reader.read(page).text();
///
/// Immutable once made; one reader serves any number of threads.
class Reader {
 public:
  /// Throws  Error(Kind::model) unless the classifier is one of glyphs of kGlyphShape, one of its classes is kNoGlyph,
  ///         and there are places of each class.
  Reader(Classifier glyphs, PlaceModel places, LanguageModel language, ReadingWeights weights = {});

  /// The reader in a model file. Throws as load_reader().
  static Reader load(const std::filesystem::path& model);

  /// What stands on a page, as read_page() has it. Any 8- or 16-bit image with one to four channels.
  /// Throws  Error(Kind::image) for other types; Error(Kind::usage) for `only` with a character that the model does not know.
  PageText read(const cv::Mat& page, const ReadingOptions& options = {}) const;

  const Classifier& glyphs() const { return glyphs_; }
  const PlaceModel& places() const { return places_; }
  const LanguageModel& language() const { return language_; }
  const ReadingWeights& weights() const { return weights_; }

  std::size_t classes() const { return glyphs_.classes().size(); }
  std::uint16_t no_glyph() const { return no_glyph_; }

  /// The same with other weights.
  Reader weighing(ReadingWeights weights) const { return {glyphs_, places_, language_, weights}; }

 private:
  Classifier glyphs_;
  PlaceModel places_;
  LanguageModel language_;
  ReadingWeights weights_;
  std::uint16_t no_glyph_ = 0;
};

/// Which classes may be read: all, or those that a filter names.
class ClassFilter {
 public:
  explicit ClassFilter(const Reader& reader) : allowed_(reader.classes(), true) {}
  /// `characters`: the only ones to read, UTF-8. Throws Error(Kind::usage) naming one that the reader does not know.
  ClassFilter(const Reader& reader, const std::string& characters);

  bool allows(std::size_t label) const { return allowed_[label]; }

 private:
  std::vector<bool> allowed_;
};

}  // namespace ocelli
