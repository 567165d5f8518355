#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

namespace ocelli::internal {

/// Indexes boxes by the rows that they cross, to find those that overlap an area.
///
/// Requires  rows of at least one pixel.
/// Cost      O(n log n) and 12 bytes for each row of each box; a query tests at most kMaxTried boxes for each
/// row of its area.
class BoxIndex {
 public:
  static constexpr std::size_t kMaxTried = 256;  ///< per row: only noise has more within reach

  BoxIndex(std::vector<cv::Rect> boxes, double row_height);

  /// Calls visit(i) for each box that overlaps the area until it returns true. Some boxes are visited several
  /// times. Returns whether a call returned true.
  template <class Visit>
  bool any_over(const cv::Rect& area, Visit&& visit) const {
    if (area.empty() || rows_.empty()) return false;
    const std::size_t last = std::min(row(area.br().y - 1), rows_.size() - 1);
    for (std::size_t r = row(area.y); r <= last; ++r) {
      const std::span<const Entry> entries = before(rows_[r], area.br().x);
      for (std::size_t tried = 0; tried < std::min(entries.size(), kMaxTried); ++tried) {
        const Entry& entry = entries[entries.size() - 1 - tried];
        if (entry.farthest <= area.x) break;
        if (overlaps(entry.box, area) && visit(entry.box)) return true;
      }
    }
    return false;
  }

 private:
  struct Entry {
    int left;
    int farthest;  ///< maximum right end of all entries up to this one
    std::uint32_t box;
  };

  std::size_t row(int y) const { return static_cast<std::size_t>(std::max(y, 0) / row_height_); }
  bool overlaps(std::uint32_t box, const cv::Rect& area) const { return !(boxes_[box] & area).empty(); }
  /// The entries that begin left of a column.
  static std::span<const Entry> before(std::span<const Entry> entries, int column) {
    const auto end = std::ranges::lower_bound(entries, column, {}, &Entry::left);
    return entries.first(static_cast<std::size_t>(end - entries.begin()));
  }

  std::vector<cv::Rect> boxes_;
  double row_height_;
  std::vector<std::vector<Entry>> rows_;
};

}  // namespace ocelli::internal
