#pragma once

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reader.hpp"
#include "ocelli/text/spaces.hpp"

namespace ocelli {

/// Reads a line: the most likely way through its lattice (glyph images, places, context, spaces), by a beam search over
/// segments; once more where what was read tells the baseline or the x-height better than the ink alone.
/// Cost  mostly the classifications of GlyphLattice.
ReadLine read_line(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                   const Reader& reader, const ClassFilter& filter);

}  // namespace ocelli
