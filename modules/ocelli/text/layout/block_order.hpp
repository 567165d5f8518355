#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli {

/// Joins runs to lines, and lines to blocks in reading order: columns one after the other, all else row by row.
/// Obstacles are marks that no white between columns crosses: hyphens, leaders.
/// Requires  height > 0: text_height().
/// Cost      O(n log n) for each column within another, of which there are at most 16.
std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs,
                                                 std::span<const cv::Rect> obstacles, double height);

}  // namespace ocelli
