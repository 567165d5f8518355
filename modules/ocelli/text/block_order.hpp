#pragma once

#include <vector>

#include "ocelli/text/line_finding.hpp"

namespace ocelli {

/// Joins runs to lines, and lines to blocks in reading order: columns one after the other, all else row by row.
/// Requires  height > 0: text_height().
/// Cost      O(n log n) for each column within another, of which there are at most 16.
std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs, double height);

}  // namespace ocelli
