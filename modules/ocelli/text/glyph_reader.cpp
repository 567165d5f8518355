#include "ocelli/text/glyph_reader.hpp"

#include <algorithm>

#include "ocelli/core/require.hpp"
#include "ocelli/text/reader_model.hpp"
#include "ocelli/text/reading/glyph_image.hpp"

namespace ocelli::internal {

Reader::Reader(Classifier glyphs, PlaceModel places, LanguageModel language, ReadingWeights weights)
    : glyphs_(std::move(glyphs)),
      places_(std::move(places)),
      language_(std::move(language)),
      weights_(weights) {
  require(glyphs_.shape() == kGlyphShape, Kind::model, "its glyph classifier has another image size");
  require(places_.classes().size() == classes(), Kind::model,
          "does not have a position for each glyph class");
  const auto found = std::ranges::find(glyphs_.classes(), kNoGlyph);
  require(found != glyphs_.classes().end(), Kind::model, "has no reject class");
  no_glyph_ = static_cast<std::uint16_t>(found - glyphs_.classes().begin());
  readable_.assign(classes(), true);
}

Reader Reader::in(const Language& language) const {
  Reader reader(glyphs_, places_, language.model, weights_);
  reader.code_ = language.code;
  for (std::size_t label = 0; label < classes(); ++label) {
    reader.readable_[label] =
        label == no_glyph_ || language.characters.find(glyphs_.classes()[label]) != std::string::npos;
  }
  return reader;
}

Reader Reader::with_languages(std::vector<Reader> others) const {
  Reader reader = *this;
  reader.others_ = std::make_shared<const std::vector<Reader>>(std::move(others));
  return reader;
}

Reader Reader::with_language_code(std::string code) const {
  Reader reader = *this;
  reader.code_ = std::move(code);
  return reader;
}

Reader Reader::knowing(std::string_view words) const {
  Reader reader = *this;
  reader.language_ = language_.knowing(words);
  std::vector<Reader> knowing;
  for (const Reader& other : others()) knowing.push_back(other.knowing(words));
  if (others_) reader.others_ = std::make_shared<const std::vector<Reader>>(std::move(knowing));
  return reader;
}

Reader Reader::with_language_model(LanguageModel language) const {
  Reader reader = *this;
  reader.language_ = std::move(language);
  return reader;
}

std::span<const Reader> Reader::others() const {
  if (!others_) return {};
  return *others_;
}

Reader Reader::weighing(ReadingWeights weights) const {
  Reader reader = *this;
  reader.weights_ = weights;
  std::vector<Reader> weighed;
  for (const Reader& other : others()) weighed.push_back(other.weighing(weights));
  reader.others_ = std::make_shared<const std::vector<Reader>>(std::move(weighed));
  return reader;
}

Reader Reader::without_language_model() const {
  ReadingWeights weights = weights_;
  weights.language = weights.word = 0;
  return weighing(weights);
}

std::string characters_of(const Reader& reader) {
  std::string characters;
  for (std::size_t label = 0; label < reader.classes(); ++label) {
    if (label != reader.no_glyph() && reader.reads(label)) characters += reader.glyphs().classes()[label];
  }
  return characters;
}

Language language_of(const Reader& reader) {
  return {reader.language_code(), characters_of(reader), reader.language()};
}

Reader Reader::load(const std::filesystem::path& model) { return load_reader(model).reader; }

ClassFilter::ClassFilter(const Reader& reader) : allowed_(reader.classes()) {
  for (std::size_t label = 0; label < allowed_.size(); ++label) allowed_[label] = reader.reads(label);
}

ClassFilter ClassFilter::all(const Reader& reader) {
  return ClassFilter(std::vector<bool>(reader.classes(), true));
}

ClassFilter::ClassFilter(const Reader& reader, const std::string& characters)
    : allowed_(reader.classes(), false) {
  const std::vector<std::string>& classes = reader.glyphs().classes();
  for (std::string_view rest = characters, character; !rest.empty(); rest.remove_prefix(character.size())) {
    character = first_character(rest);
    const auto found = std::ranges::find(classes, character);
    require(
        found != classes.end(), Kind::usage,
        [&] { return "cannot be read by this model: '" + std::string(character) + "'"; }, "--charset");
    allowed_[static_cast<std::size_t>(found - classes.begin())] = true;
  }
  allowed_[reader.no_glyph()] = true;
}

}  // namespace ocelli::internal
