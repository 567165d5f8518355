#pragma once

#include <vector>

#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli::internal {

/// Refits the baseline and x-height so that the tops and bottoms of the glyphs read match the positions of
/// their classes; the slope stays. Low-confidence glyphs, and lines with few glyphs, have no effect.
LineFrame fit_frame(const LineFrame& frame, const std::vector<FoundGlyph>& glyphs, const Reader& reader);

/// Whether two frames of one line differ by less than reading can resolve.
bool is_close(const LineFrame& one, const LineFrame& other);

}  // namespace ocelli::internal
