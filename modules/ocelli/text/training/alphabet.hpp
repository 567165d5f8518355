#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/text/training/font_files.hpp"

namespace ocelli {

/// The characters that a reader learns to tell apart, and those of its texts that it does not learn.
struct Alphabet {
  std::u32string characters;  ///< the printing characters of ASCII, then others by code point
  std::u32string too_few;     ///< seen in the texts, but less often than asked for
  std::u32string no_face;     ///< often enough, but in none of the type faces

  /// What was left out and why, for people; empty when nothing was.
  std::string left_out() const;
};

/// The printing characters of ASCII, and every other letter, figure or mark (in normal form KC) that stands at least
/// `least` times in the texts and in at least one of the type faces. 0: ASCII alone.
/// Cost  about 0.2 s for 10 MB of text, a millisecond a face where there is anything beyond ASCII.
Alphabet alphabet_of(std::span<const std::string> texts, std::span<const FontFile> faces, std::size_t least);

/// The classes of a reader of these characters: each by itself, and kNoGlyph.
std::vector<std::string> reading_classes(std::u32string_view characters);

}  // namespace ocelli
