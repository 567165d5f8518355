#pragma once

#include <span>
#include <string>

#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Resolves ambiguous glyphs from the context of the whole line:
///   - letters with similar lower and upper case (c o s v w x z) by their height relative to the line;
///   - l, I and | as 1 and O as 0 in runs of letters and digits that otherwise contain digits; a lone l as 1;
///   - s before an amount with two decimals as a dollar sign;
///   - "o/o" behind a figure, no wider than a percent sign, as that sign;
///   - "()" no wider than a digit, in words with digits, as 0;
///   - thousands and decimal separators as different characters: 1.234,56 or 1,234.56;
///   - two apostrophes without a space in between as one quotation mark.
/// Changes must only use `readable` characters. Boxes and confidences stay; a glyph merged from others has
/// the box of all.
/// Cost  O(glyphs).
void settle_look_alikes(ReadLine& line, std::span<const std::string> readable);

}  // namespace ocelli::internal
