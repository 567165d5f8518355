#pragma once

#include <span>
#include <string>

#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Distinguishes points from commas between the digits of a page by comparing all of them: commas are taller
/// and reach farther below the baseline, by an amount that depends on the font. The classifier's score counts
/// as well; where both disagree the confidence of the mark is below 0.8. Does nothing on pages with few such
/// marks, or where they are all alike. Changes must only use `readable` characters.
/// Requires  boxes of level
/// lines.
/// Cost      O(glyphs + n^2) of n marks between figures.
void settle_number_marks(std::span<ReadLine> lines, std::span<const std::string> readable);

/// Lowers the confidence of words below 0.8 where a narrow space separates digits from digits, or from
/// low-confidence glyphs: it may be a number with a missed mark. "6735 98", "01 a 3/2029".
/// Cost  O(glyphs).
void doubt_parted_numbers(ReadLine& line);

}  // namespace ocelli::internal
