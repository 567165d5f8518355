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

/// The number of rows two boxes have in common; negative when they are apart.
int shared_rows(const cv::Rect& a, const cv::Rect& b);

/// Boxes of a page indexed by the rows that they cross, sorted from left to right in each row.
/// Requires  boxes within the page, from (0, 0) on; rows of at least one pixel.
class RowIndex {
 public:
  static constexpr double kAnyGap = 1e9;  ///< in pixels, wider than any page

  RowIndex(std::span<const cv::Rect> boxes, double row_height);

  /// The nearest of the boxes that begin and end farther right than box i, within the gap, and that fit. At
  /// most 64 per row are tried: only noise has more within reach.
  std::optional<std::uint32_t> right_neighbor(std::uint32_t i, double gap,
                                              const std::function<bool(std::uint32_t)>& fits) const;

 private:
  std::size_t row(int y) const;

  std::span<const cv::Rect> boxes_;
  double row_height_;
  std::vector<std::vector<std::uint32_t>> rows_;
};

/// Follows links from box to box to the right; if several end at one box, the one from the nearest counts.
/// Each box is in one chain.
std::vector<std::vector<std::uint32_t>> chains(std::span<const cv::Rect> boxes,
                                               std::span<const std::optional<std::uint32_t>> next);

}  // namespace ocelli::internal
