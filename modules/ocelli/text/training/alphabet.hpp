#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/text/training/font_files.hpp"

namespace ocelli::internal {

/// The characters that a reader learns, and those in its texts that it does not learn.
struct Alphabet {
  std::u32string characters;  ///< the printing characters of ASCII, then others by code point
  std::u32string too_few;     ///< in the texts, but too rare
  std::u32string no_face;     ///< frequent enough, but in none of the fonts

  /// Describes for the user what is not learned and why; empty if nothing.
  std::string left_out() const;
};

/// The printing characters of ASCII, and every other letter, digit or mark (in normal form KC, which leaves
/// fractions and other signs whole: TextRule::keep_signs) that occurs at
/// least `min` times in the texts and in at least one of the fonts. 0: ASCII only.
/// Cost  about 0.2 s for 10 MB of text, and a millisecond per font if there is anything beyond ASCII.
Alphabet alphabet_of(std::span<const std::string> texts, std::span<const FontFile> faces, std::size_t min);

/// The classes of a reader of these characters: one for each, and kNoGlyph.
std::vector<std::string> reading_classes(std::u32string_view characters);

}  // namespace ocelli::internal
