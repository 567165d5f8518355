#pragma once

#include <span>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Marks the bold words of a page (ReadWord::bold): those whose strokes, in x-heights, are clearly wider than
/// those of the median word. A page that is bold throughout has no bold words.
/// Requires  lines in pixels of the ink that the components are of.
/// Cost      one pass over the runs of ink.
void note_bold(std::span<ReadLine> lines, const Components& components);

}  // namespace ocelli::internal
