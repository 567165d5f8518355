#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

namespace ocelli::internal {

/// A connected component of ink (8-connected).
struct Component {
  cv::Rect box;
  std::uint32_t area = 0;  ///< pixels of ink

  friend bool operator==(const Component&, const Component&) = default;
};

/// Adjacent pixels of ink: columns `begin` (inclusive) to `end` (exclusive) of row y.
struct RowRun {
  std::int32_t y = 0, begin = 0, end = 0;

  friend bool operator==(const RowRun&, const RowRun&) = default;
};

/// All connected components of a page, in raster order of their first pixels.
struct Components {
  std::vector<Component> list;
  std::vector<RowRun> runs;               ///< component by component, each row by row and from left to right
  std::vector<std::size_t> starts = {0};  ///< start of each component's runs, plus the end

  std::span<const RowRun> runs_of(std::size_t component) const {
    return std::span(runs).subspan(starts[component], starts[component + 1] - starts[component]);
  }
};

/// Requires  8-bit, one channel; every nonzero pixel is ink.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the pixels, 8 at a time, and three over the runs; 12 bytes a run.
Components connected_components(const cv::Mat& ink);

/// The typical height of the characters of a page, in pixels, between lower case and capitals. 0 when no
/// component of the page could be a character.
///
/// This is the median height of the components shaped like a character. It is weighted by height so that many
/// specks do not dominate the text. One or two pictures that would dominate are left out, and
/// so are dotted rules. All page cleaning
/// and layout analysis use it as their unit.
/// Cost  O(n log n) in the components.
double text_height(std::span<const Component> components);

}  // namespace ocelli::internal
