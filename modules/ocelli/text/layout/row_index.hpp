#pragma once

#include <cstdint>
#include <functional>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>
#include <vector>

namespace ocelli {

inline int right_of(const cv::Rect& box) { return box.x + box.width; }
inline int foot_of(const cv::Rect& box) { return box.y + box.height; }

/// How many rows two boxes have in common; negative when they are apart.
int shared_rows(const cv::Rect& a, const cv::Rect& b);

/// Boxes of a page filed by the rows that they cross, each file sorted from left to right.
/// Requires  boxes within the page, from (0, 0) on; rows of at least a pixel.
class RowIndex {
 public:
  RowIndex(std::span<const cv::Rect> boxes, double row_height);

  /// The nearest of the boxes that begin and end farther right than box i, at most a gap away, and that fit. Of many in
  /// one row only the first 64 are tried: more are within reach in noise alone.
  std::optional<std::uint32_t> right_neighbour(std::uint32_t i, double gap,
                                               const std::function<bool(std::uint32_t)>& fits) const;

 private:
  std::size_t row(int y) const;

  std::span<const cv::Rect> boxes_;
  double row_height_;
  std::vector<std::vector<std::uint32_t>> rows_;
};

/// Follows links from box to box to the right; where several end at one box, the one from the nearest counts. Each box
/// is in one chain.
std::vector<std::vector<std::uint32_t>> chains(std::span<const cv::Rect> boxes,
                                               std::span<const std::optional<std::uint32_t>> next);

}  // namespace ocelli
