#include "ocelli/text/training/font_face.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>
#include <tuple>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr double kUnit = 64;  ///< FreeType's length units per pixel
constexpr FT_Int32 kPlain = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_NO_AUTOHINT;

FT_Pos to_units(double pixels) { return std::lround(pixels * kUnit); }

/// The bounding box of an outline's ink, in FreeType's units.
FT_BBox outline_box(FT_Face face) {
  FT_BBox box;
  FT_Outline_Get_CBox(&face->glyph->outline, &box);
  return box;
}

std::uint64_t outline_hash(const FT_Outline& outline) {
  std::uint64_t key = outline.n_points;
  for (int i = 0; i < outline.n_points; ++i) {
    key = hash(key, {static_cast<std::uint64_t>(outline.points[i].x),
                     static_cast<std::uint64_t>(outline.points[i].y)});
  }
  return key;
}

void change_outline(FT_Outline& outline, double fraction, const GlyphStyle& style) {
  if (style.weight != 0) {
    const FT_Pos strength = to_units(style.weight);
    FT_Outline_Embolden(&outline, strength);
    FT_Outline_Translate(&outline, -strength / 2, -strength / 2);
  }
  const auto fixed = [](double value) { return std::lround(value * 0x10000); };
  const FT_Matrix matrix{fixed(style.stretch), fixed(style.slant), 0, fixed(1)};
  FT_Outline_Transform(&outline, &matrix);
  FT_Outline_Translate(&outline, to_units(fraction), 0);
}

/// Lowercase letters drawn as small capitals have no ascenders.
std::string why_not_heights(double small, double ascender, double capital) {
  if (ascender < 1.12 * small) return "lower-case letters are small capitals";
  const double ratio = capital > 0 ? small / capital : 0;
  if (ratio >= 0.4 && ratio <= 0.85) return {};
  return "lower-case letters are " + std::to_string(std::lround(100 * ratio)) +
         " % of the height of capitals";
}

}  // namespace

std::u32string printing_ascii() {
  std::u32string characters('~' - '!' + 1, U'!');
  std::iota(characters.begin(), characters.end(), U'!');
  return characters;
}

struct FontFace::Parts {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  std::string name;
  double size = 0, x_height = 0, capital_height = 0;

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    if (face != nullptr) FT_Done_Face(face);
    if (library != nullptr) FT_Done_FreeType(library);
  }

  void load(char32_t character) const {
    const FT_UInt glyph = FT_Get_Char_Index(face, character);
    require(
        glyph != 0 && FT_Load_Glyph(face, glyph, kPlain) == 0 &&
            face->glyph->format == FT_GLYPH_FORMAT_OUTLINE,
        Kind::usage,
        [&] { return "no glyph for the character " + std::to_string(static_cast<unsigned>(character)); },
        name);
  }

  double height(char32_t character, double otherwise) const {
    if (FT_Get_Char_Index(face, character) == 0) return otherwise;
    load(character);
    return static_cast<double>(outline_box(face).yMax) / kUnit;
  }
};

FontFace::FontFace(const std::filesystem::path& file, int index) : parts_(std::make_unique<Parts>()) {
  require(FT_Init_FreeType(&parts_->library) == 0, Kind::usage, "FreeType cannot be initialized");
  const bool opened = index >= 0 && FT_New_Face(parts_->library, file.c_str(), index, &parts_->face) == 0;
  require(
      opened, Kind::input,
      [&] { return "cannot be opened as a font, or has no face " + std::to_string(index); }, file.native());
  require(FT_IS_SCALABLE(parts_->face) != 0, Kind::input, "is not a scalable font", file.native());
  // Type 1 fonts have no Unicode table, but FreeType builds one from their glyph names.
  require(FT_Select_Charmap(parts_->face, FT_ENCODING_UNICODE) == 0, Kind::input,
          "has no Unicode character map", file.native());
  const auto text = [](const char* name) { return std::string(name == nullptr ? "" : name); };
  parts_->name = text(parts_->face->family_name) + " " + text(parts_->face->style_name);
  set_size(40);
}

FontFace::FontFace(FontFace&&) noexcept = default;
FontFace& FontFace::operator=(FontFace&&) noexcept = default;
FontFace::~FontFace() = default;

const std::string& FontFace::name() const { return parts_->name; }

bool FontFace::has(std::u32string_view characters) const {
  return std::ranges::all_of(characters,
                             [this](char32_t c) { return FT_Get_Char_Index(parts_->face, c) != 0; });
}

std::string FontFace::why_not_text(std::u32string_view characters) const {
  if (!has(characters)) return "characters are missing";
  std::set<std::uint64_t> outlines;
  for (const char32_t character : characters) {
    if (FT_Load_Char(parts_->face, character, kPlain) != 0) return "glyphs are damaged";
    if (parts_->face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return "glyphs are bitmaps";
    const FT_Outline& outline = parts_->face->glyph->outline;
    if (outline.n_points == 0) return "a glyph is empty";
    if (!outlines.insert(outline_hash(outline)).second) return "characters have the same glyph";
  }
  return why_not_heights(x_height(), parts_->height(U'h', size()), capital_height());
}

void FontFace::set_size(double pixels) {
  require(pixels >= 4 && pixels <= 1000, Kind::usage, "the size of a font must be from 4 to 1000 pixels");
  require(FT_Set_Char_Size(parts_->face, to_units(pixels), to_units(pixels), 72, 72) == 0, Kind::input,
          "cannot be scaled", parts_->name);
  parts_->size = pixels;
  parts_->x_height = parts_->height(U'x', 0.5 * pixels);
  parts_->capital_height = parts_->height(U'H', 0.7 * pixels);
}

double FontFace::size() const { return parts_->size; }
double FontFace::x_height() const { return parts_->x_height; }
double FontFace::capital_height() const { return parts_->capital_height; }

GlyphImage FontFace::draw(char32_t character, double fraction, const GlyphStyle& style) const {
  parts_->load(character);
  FT_GlyphSlot slot = parts_->face->glyph;
  change_outline(slot->outline, fraction, style);
  require(FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0, Kind::input, "a glyph cannot be rendered",
          parts_->name);
  const FT_Bitmap& bitmap = slot->bitmap;
  GlyphImage glyph{{}, slot->bitmap_left, -slot->bitmap_top};
  if (bitmap.rows == 0 || bitmap.width == 0) return glyph;
  cv::Mat(static_cast<int>(bitmap.rows), static_cast<int>(bitmap.width), CV_8UC1, bitmap.buffer,
          static_cast<std::size_t>(bitmap.pitch))
      .copyTo(glyph.coverage);
  return glyph;
}

double FontFace::advance(char32_t character) const {
  parts_->load(character);
  return static_cast<double>(parts_->face->glyph->linearHoriAdvance) / 0x10000;
}

double FontFace::kerning(char32_t character, char32_t next) const {
  FT_Vector kern{0, 0};
  const FT_UInt left = FT_Get_Char_Index(parts_->face, character);
  const FT_UInt right = FT_Get_Char_Index(parts_->face, next);
  if (FT_Get_Kerning(parts_->face, left, right, FT_KERNING_UNFITTED, &kern) != 0) return 0;
  return static_cast<double>(kern.x) / kUnit;
}

}  // namespace ocelli::internal
