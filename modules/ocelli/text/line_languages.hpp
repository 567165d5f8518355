#pragma once

#include <span>
#include <vector>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/page_language.hpp"

namespace ocelli::internal {

/// The cost of reading a line with each of several readers of the same glyphs.
/// Cost  one classification of the line's glyphs, and a search for each reader.
std::vector<float> reading_costs(const PageLine& line, const Components& components,
                                 std::span<const Reader* const> readers);

/// Whether the language is chosen for each line and not for the whole page: a few languages were named.
bool chooses_by_line(const Reader& reader);

/// The reader for each line of a page: of its others(), or itself in the place of the first of them. The
/// languages are those with the least cost of reading all lines, where each change of the language from one
/// line to the next adds to it, so that a name does not change the language of a line.
/// Requires  chooses_by_line(reader).
/// Cost      reading_costs() of each line; the choice is by dynamic programming (Viterbi 1967).
std::vector<const Reader*> readers_of_lines(const SomeLines& lines, const Components& components,
                                            const Reader& reader);

}  // namespace ocelli::internal
