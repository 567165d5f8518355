#pragma once

#include <vector>

#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli {

/// The baseline and x-height at which the tops and bottoms of glyphs that were read lie best where their classes have
/// them; the slope stays. Glyphs of little confidence, and lines of few glyphs, change nothing.
LineFrame fit_frame(const LineFrame& frame, const std::vector<FoundGlyph>& glyphs, const Reader& reader);

/// Whether two frames of one line differ by less than reading could tell.
bool is_close(const LineFrame& one, const LineFrame& other);

}  // namespace ocelli
