#pragma once

#include <span>
#include <vector>

#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli {

/// The white before each segment of a line, x-heights: from the farthest end of the few segments before it.
std::vector<double> segment_gaps(const LineInk& ink, const LineFrame& frame);

/// Gaps that suit the glyphs of a first reading: figures are set in cells of one width, so the white beside a narrow "1", and
/// that on either side of a mark between two figures (wide in monospaced type), is no space. Gaps in numbers come out
/// as the white between cells, less what a space between figures exceeds the line's threshold by; all others as they were.
/// Requires  `gaps` as segment_gaps() gives them, glyphs of the same line from left to right.
std::vector<double> number_gaps(std::vector<double> gaps, std::span<const FoundGlyph> glyphs,
                                const LineFrame& frame, const SpaceWidth& spaces, const Reader& reader);

/// The usual width of the line's figures but for "1", pixels; 0 of none.
double figure_width(std::span<const FoundGlyph> glyphs, const LineFrame& frame, const Reader& reader);

}  // namespace ocelli
