#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// A run of ink in one row: columns `begin` (inclusive) to `end` (exclusive).
struct InkRun {
  std::int32_t begin = 0, end = 0;
  std::uint32_t component = 0;  ///< index into InkRuns::list

  std::int32_t length() const { return end - begin; }
};

/// A page as runs of ink, each with the index of its component. A page of text has about 30 pixels per run,
/// so operations on runs are cheap.
struct InkRuns {
  cv::Size size;
  std::vector<InkRun> runs;  ///< row by row, from left to right
  /// One per row, plus the end: runs[starts[y]] is the first run of row y or later.
  std::vector<std::size_t> starts;
  std::vector<Component> list;  ///< in raster order of their first pixels

  std::span<const InkRun> row(int y) const {
    const auto at = static_cast<std::size_t>(y);
    return std::span(runs).subspan(starts[at], starts[at + 1] - starts[at]);
  }
};

/// Requires  8-bit, one channel; every nonzero pixel is ink. Components are 8-connected.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the pixels, 8 at a time, and one over the runs; 12 bytes a run.
InkRuns find_ink_runs(const cv::Mat& ink);

/// Sets all pixels of the marked components to 0. `remove` has one entry per component, nonzero to erase it.
/// Requires  the image that the runs were found in, or one of the same size.
void erase_components(cv::Mat& ink, const InkRuns& runs, std::span<const std::uint8_t> remove);

}  // namespace ocelli::internal
