#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/line_fit.hpp"
#include "ocelli/text/text_scale.hpp"

namespace ocelli {

/// Letters that follow each other with no wide gap: a word, a line, or the part of a line in one column.
struct LetterRun {
  std::vector<std::uint32_t> letters;  ///< indices of components, from left to right
  cv::Rect box;
  LineFit fit;
};

/// The run of these letters. Requires  at least one.
LetterRun make_run(const std::vector<Component>& list, std::vector<std::uint32_t> letters);

/// Whether two runs, one right of the other, stand on one line and are of about one size.
bool on_one_line(const LetterRun& left, const LetterRun& right);

/// Joins letters to runs: each letter is in one run.
/// Cost      O(n log n).
std::vector<LetterRun> find_runs(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height);

}  // namespace ocelli
