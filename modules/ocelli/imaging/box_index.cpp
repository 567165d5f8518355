#include "ocelli/imaging/box_index.hpp"

#include <numeric>
#include <utility>

namespace ocelli::internal {

BoxIndex::BoxIndex(std::vector<cv::Rect> boxes, double row_height)
    : boxes_(std::move(boxes)), row_height_(row_height) {
  int foot = 0;
  for (const cv::Rect& box : boxes_) foot = std::max(foot, box.br().y);
  if (foot > 0) rows_.resize(row(foot - 1) + 1);
  std::vector<std::uint32_t> order(boxes_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t box) { return boxes_[box].x; });
  for (const std::uint32_t i : order) {
    const cv::Rect& box = boxes_[i];
    if (box.empty() || box.br().y <= 0) continue;
    for (std::size_t r = row(box.y); r <= row(box.br().y - 1); ++r) {
      const int farthest = rows_[r].empty() ? box.br().x : std::max(rows_[r].back().farthest, box.br().x);
      rows_[r].push_back({box.x, farthest, i});
    }
  }
}

}  // namespace ocelli::internal
