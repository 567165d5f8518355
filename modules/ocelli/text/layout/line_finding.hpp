#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/line_fit.hpp"
#include "ocelli/text/layout/text_scale.hpp"

namespace ocelli::internal {

/// Letters that follow each other: a word, a line, or the part of a line in one column.
struct LetterRun {
  std::vector<std::uint32_t> letters;  ///< indices of components, from left to right
  cv::Rect box;
  LineFit fit;
  int widest = 0;  ///< the width of its widest letter
};

/// Groups letters with at most about a space between them into runs: each letter is in one run.
/// Requires  height > 0: text_height().
/// Cost      O(n log n).
std::vector<LetterRun> find_runs(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height);

/// Joins runs on the same line, whatever the distance. Each run is in one of the results.
/// Cost      O(n log n).
std::vector<LetterRun> joined_runs(const std::vector<Component>& list, std::vector<LetterRun> runs,
                                   double height);

/// Where a single row fills the image: what stands beside the longest run is one line with it, whatever white
/// or bend of the page parts them. What does not, tips of other lines, stays by itself.
std::vector<LetterRun> joined_row(const std::vector<Component>& list, std::vector<LetterRun> runs);

}  // namespace ocelli::internal
