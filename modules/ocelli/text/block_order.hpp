#pragma once

#include <vector>

#include "ocelli/text/line_finding.hpp"

namespace ocelli {

/// Joins runs to lines, and lines to blocks in reading order: columns one after the other, all else row by row.
/// Cost      O(n log n).
std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs);

}  // namespace ocelli
