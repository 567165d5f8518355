#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {

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
