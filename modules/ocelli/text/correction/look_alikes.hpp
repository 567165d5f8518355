#pragma once

#include <span>
#include <string>

#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// Settles by the line as a whole what its glyphs one by one leave open:
///   - letters with a small and a large form (c o s v w x z) by their height, beside the others of the line;
///   - l, I and | as 1 and O as 0 in runs of letters and figures that hold figures else; a lone l as 1;
///   - "()" no wider than a figure, in words with figures, as 0;
///   - the marks of thousands and of decimals as different ones: 1.234,56 or 1,234.56;
///   - two apostrophes without a space between as one quotation mark.
/// What a change would make has to be `readable`. Boxes and confidences stay; of two glyphs that become one, its box holds both.
/// Cost  O(glyphs).
void settle_look_alikes(ReadLine& line, std::span<const std::string> readable);

}  // namespace ocelli
