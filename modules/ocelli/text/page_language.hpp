#pragma once

#include <vector>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/page_lines.hpp"

namespace ocelli::internal {

/// Some lines of a page, in its order or from the longest to the shortest.
using SomeLines = std::vector<const PageLine*>;

SomeLines all_lines(const PageLines& page);

/// The dozen lines with the most ink components.
SomeLines longest_of(SomeLines lines);

/// Whether nearly all longer words of the longest lines are listed in the reader's own language. The page is
/// then upright, and in no other language.
/// Cost      reading three lines.
bool knows_words_of(const PageLines& page, const Reader& reader);

/// Of a reader's others(), the reader that explains the longest lines of a page best: the one with the least
/// cost of reading them. The cost covers the image, the letter sequences and the listed words of the
/// language. If none is clearly better than the first, returns the reader itself, so that names and numbers
/// do not change the language.
/// Cost      one classification of the glyphs of a dozen lines, and a search of each: the first few in every
/// language, the others only in those that are not hopeless by then.
const Reader& reader_of_language(const SomeLines& lines, const Components& components, const Reader& reader);

}  // namespace ocelli::internal
