#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ocelli/text/reader.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli::internal {

/// Adds the glyphs of a line that was read and whose text is known, pieces and clusters of them as kNoGlyph.
///
/// The text is laid along the line's lattice: the cheapest path that has a glyph for each of its characters,
/// in their order, where a wrong glyph, dirt and a missing character have fixed costs (forced alignment). So
/// letters that touch or are broken, which reading gets wrong, are cut as the text demands; where neither a
/// glyph nor the two beside it fit their characters, none is learned. Characters without a class are passed
/// over.
/// Returns   whether the text fits the line; if not, nothing is added.
/// Requires  the reader's classes
/// in `samples`. `reject_share`, `seed` as in extract_glyphs().
/// Cost      as reading the line, and arcs x
/// characters.
bool extract_line_glyphs(const FoundLine& line, std::u32string_view text, const Reader& reader,
                         std::size_t reject_share, std::uint64_t seed, GlyphSamples& samples);

}  // namespace ocelli::internal
