#pragma once

#include <span>
#include <string>

#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// Tells points from commas between the figures of a page by all of them together: commas are taller and reach farther below
/// the figures' feet, by how much depends on the type. What the marks' images say counts, too; where both disagree the mark's
/// confidence is below 0.8.
/// Does nothing on pages of few such marks, or where they are all alike. What a change makes has to be `readable`.
/// Requires  boxes of lines that are level.
/// Cost      O(glyphs + n^2) of n marks between figures.
void settle_number_marks(std::span<ReadLine> lines, std::span<const std::string> readable);

/// Makes words less sure than 0.8 where a narrow space parts figures from figures, or from what is hardly read: it may
/// be a number whose mark was not seen. "6735 98", "01 a 3/2029".
/// Cost  O(glyphs).
void doubt_parted_numbers(ReadLine& line);

}  // namespace ocelli
