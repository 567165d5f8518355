#include "ocelli/text/training/alphabet.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/training/font_face.hpp"

namespace ocelli::internal {
namespace {

/// Whether a character beyond ASCII has its own ink: not a control, space, joiner or combining mark.
bool has_ink(char32_t c) {
  constexpr std::array<std::pair<char32_t, char32_t>, 9> kNoInk = {{{0x00, 0xA0},
                                                                    {0xAD, 0xAD},
                                                                    {0x300, 0x36F},
                                                                    {0x2000, 0x200F},
                                                                    {0x2028, 0x202F},
                                                                    {0x205F, 0x206F},
                                                                    {0xFE00, 0xFE0F},
                                                                    {0xFEFF, 0xFEFF},
                                                                    {0xFFF9, 0xFFFF}}};
  return std::ranges::none_of(kNoInk,
                              [c](const auto& range) { return c >= range.first && c <= range.second; });
}

/// Counts each character beyond ASCII.
std::map<char32_t, std::size_t> seen_in(std::span<const std::string> texts) {
  std::map<char32_t, std::size_t> seen;
  for (const std::string& text : texts) {
    for (const char32_t character : comparable_text(text, {.keep_signs = true})) {
      if (has_ink(character)) ++seen[character];
    }
  }
  return seen;
}

/// The characters that at least one face has.
std::u32string in_faces(std::u32string_view characters, std::span<const FontFile> faces) {
  std::u32string missing(characters), found;
  for (const FontFile& file : faces) {
    if (missing.empty()) break;
    const FontFace face(file.path, file.index);
    std::erase_if(missing, [&](char32_t character) {
      if (!face.has({&character, 1})) return false;
      found += character;
      return true;
    });
  }
  std::ranges::sort(found);
  return found;
}

std::string spaced(std::u32string_view characters) {
  constexpr std::size_t kMax = 40;
  std::string text;
  for (const char32_t character : characters.substr(0, kMax)) text += " " + utf8_of({&character, 1});
  if (characters.size() > kMax) text += " ...";
  return text;
}

}  // namespace

std::string Alphabet::left_out() const {
  std::string text;
  if (!no_face.empty()) {
    text = std::to_string(no_face.size()) +
           " characters of the texts are in none of the fonts:" + spaced(no_face);
  }
  if (!too_few.empty()) {
    text += (text.empty() ? "" : "; ") + std::to_string(too_few.size()) +
            " occur too rarely in the texts (--min-character-count):" + spaced(too_few);
  }
  return text.empty() ? text : "Not learned, and therefore read as similar characters: " + text + ".";
}

Alphabet alphabet_of(std::span<const std::string> texts, std::span<const FontFile> faces, std::size_t min) {
  Alphabet alphabet{printing_ascii(), {}, {}};
  std::u32string wanted;
  for (const auto& [character, count] : seen_in(texts))
    (min > 0 && count >= min ? wanted : alphabet.too_few) += character;
  const std::u32string found = in_faces(wanted, faces);
  std::ranges::set_difference(wanted, found, std::back_inserter(alphabet.no_face));
  alphabet.characters += found;
  return alphabet;
}

std::vector<std::string> reading_classes(std::u32string_view characters) {
  std::vector<std::string> classes;
  for (const char32_t character : characters) classes.push_back(utf8_of({&character, 1}));
  classes.emplace_back(kNoGlyph);
  return classes;
}

}  // namespace ocelli::internal
