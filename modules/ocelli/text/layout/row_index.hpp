#pragma once

#include <cstdint>
#include <functional>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>
#include <vector>

namespace ocelli::internal {

inline int right_of(const cv::Rect& box) { return box.x + box.width; }
inline int foot_of(const cv::Rect& box) { return box.y + box.height; }

/// The number of rows that two boxes share. Negative if there are rows between them.
int shared_rows(const cv::Rect& a, const cv::Rect& b);

/// Indexes the boxes of a page by the rows that they cross, sorted from left to right in each row.
/// Requires  boxes within the page, from (0, 0) on; rows of at least one pixel.
class RowIndex {
 public:
  static constexpr double kAnyGap = 1e9;  ///< in pixels, wider than any page

  RowIndex(std::span<const cv::Rect> boxes, double row_height);

  /// Finds the nearest box that begins and ends farther right than box i, is within the gap, and fits. Tries
  /// at most 64 boxes per row: only noise has more within reach.
  std::optional<std::uint32_t> right_neighbor(std::uint32_t i, double gap,
                                              const std::function<bool(std::uint32_t)>& fits) const;

 private:
  std::size_t row(int y) const;

  std::span<const cv::Rect> boxes_;
  double row_height_;
  std::vector<std::vector<std::uint32_t>> rows_;
};

/// Follows links to the right from box to box. If several links end at one box, the one from the nearest box
/// counts. Each box is in one chain.
std::vector<std::vector<std::uint32_t>> chains(std::span<const cv::Rect> boxes,
                                               std::span<const std::optional<std::uint32_t>> next);

}  // namespace ocelli::internal
