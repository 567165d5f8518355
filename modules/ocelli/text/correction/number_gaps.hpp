#pragma once

#include <span>
#include <vector>

#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli::internal {

/// The white space before each segment of a line, in x-heights: from the farthest end of the few segments
/// before it.
std::vector<double> segment_gaps(const LineInk& ink, const LineFrame& frame);

/// Corrects gaps by the glyphs of a first reading: digits have cells of equal width, so the white space
/// beside a narrow "1", and on either side of a mark between two digits (wide in monospaced fonts), is not a
/// space. Gaps in numbers become the white space between cells, less the excess of a space between digits
/// over the line's threshold; others stay unchanged.
/// Requires  `gaps` from segment_gaps(), glyphs of the same
/// line from left to right.
std::vector<double> number_gaps(std::vector<double> gaps, std::span<const FoundGlyph> glyphs,
                                const LineFrame& frame, const SpaceWidth& spaces, const Reader& reader);

/// The typical width of the line's digits except "1", in pixels; 0 without digits.
double figure_width(std::span<const FoundGlyph> glyphs, const LineFrame& frame, const Reader& reader);

}  // namespace ocelli::internal
