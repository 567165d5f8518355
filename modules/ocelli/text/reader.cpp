#include "ocelli/text/reader.hpp"

#include <algorithm>

#include "ocelli/core/error.hpp"
#include "ocelli/text/reader_model.hpp"
#include "ocelli/text/reading/glyph_image.hpp"

namespace ocelli {
namespace {

/// The bytes of the character that a text begins with.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) ++length;
  return length;
}

}  // namespace

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
}

Reader Reader::load(const std::filesystem::path& model) { return load_reader(model).reader; }

ClassFilter::ClassFilter(const Reader& reader, const std::string& characters)
    : allowed_(reader.classes(), false) {
  const std::vector<std::string>& classes = reader.glyphs().classes();
  for (std::string_view rest = characters; !rest.empty(); rest.remove_prefix(character_length(rest))) {
    const std::string_view character = rest.substr(0, character_length(rest));
    const auto found = std::ranges::find(classes, character);
    require(
        found != classes.end(), Kind::usage,
        [&] { return "cannot be read by this model: '" + std::string(character) + "'"; }, "--charset");
    allowed_[static_cast<std::size_t>(found - classes.begin())] = true;
  }
  allowed_[reader.no_glyph()] = true;
}

}  // namespace ocelli
