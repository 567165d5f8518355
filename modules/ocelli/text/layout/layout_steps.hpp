#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {

/// The x-height of each line. If all letters of a line have one height, similar lines nearby decide whether
/// these are lower case or capitals; without such lines, they are assumed to be capitals.
/// Cost      O(n).
std::vector<double> small_heights(const std::vector<LetterRun>& lines);

/// Whether each of the runs is not a line but lies within another with more letters: broken letters, super-
/// and subscripts, quotes.
/// Cost      O(n log n).
std::vector<bool> inner_runs(const std::vector<Component>& list, const std::vector<LetterRun>& runs);

/// Assigns every component without a line to the line that its position suggests, if there is one: dots,
/// accents, commas, hyphens, super- and subscripts, marks that stand free, and letters that touch those of
/// another line. Not what white parts from the letter of the line above or below it: that is ink of the next
/// line. Ensures   a line's letters are no longer sorted; its box contains all.
/// Cost      O(n log n), and for
/// each part above or below a line's small letters, or beside its dots, the number of its letters.
void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines);

/// Joins runs into lines, and lines into blocks in reading order: columns one after the other, everything
/// else row by row. What has room for a single row only is one line. Obstacles are marks that no column
/// gutter crosses: hyphens, leaders.
/// Requires  height > 0: text_height().
/// Cost      O(n log n) per level of
/// nested columns, at most 16 levels.
std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs,
                                                 std::span<const cv::Rect> obstacles, double height);

}  // namespace ocelli::internal
