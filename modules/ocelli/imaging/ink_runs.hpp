#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// Ink of one row from column `begin` up to, not with, column `end`.
struct InkRun {
  std::int32_t begin = 0, end = 0;
  std::uint32_t component = 0;  ///< index into InkRuns::list

  std::int32_t length() const { return end - begin; }
};

/// A page as its runs of ink, each with the component that it is part of: a page of text has some 30 pixels for each
/// run, so what can be asked of the runs is cheap.
struct InkRuns {
  cv::Size size;
  std::vector<InkRun> runs;  ///< row by row, from left to right
  std::vector<std::size_t>
      starts;  ///< one a row and one more: runs[starts[y]] is the first run of row y or later
  std::vector<Component> list;  ///< in the order of their first pixels, row by row

  std::span<const InkRun> row(int y) const {
    const auto at = static_cast<std::size_t>(y);
    return std::span(runs).subspan(starts[at], starts[at + 1] - starts[at]);
  }
};

/// Requires  8-bit, one channel; every pixel that is not 0 is ink. Ink that touches at sides or corners is one component.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the pixels, 8 at a time, and one over the runs; 12 bytes a run.
InkRuns find_ink_runs(const cv::Mat& ink);

/// Makes all pixels of these components 0. `remove` has one entry a component, and is not 0 for those that go.
/// Requires  the image that the runs were found in, or one of its size.
void erase_components(cv::Mat& ink, const InkRuns& runs, std::span<const std::uint8_t> remove);

}  // namespace ocelli
