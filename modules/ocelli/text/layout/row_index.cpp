#include "ocelli/text/layout/row_index.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxTried = 64;

}  // namespace

int shared_rows(const cv::Rect& a, const cv::Rect& b) {
  return std::min(foot_of(a), foot_of(b)) - std::max(a.y, b.y);
}

RowIndex::RowIndex(std::span<const cv::Rect> boxes, double row_height)
    : boxes_(boxes), row_height_(row_height) {
  int foot = 1;
  for (const cv::Rect& box : boxes_) foot = std::max(foot, foot_of(box));
  rows_.resize(row(foot - 1) + 1);
  std::vector<std::uint32_t> order(boxes_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return boxes_[a].x < boxes_[b].x; });
  for (const std::uint32_t i : order) {
    for (std::size_t r = row(boxes_[i].y); r <= row(foot_of(boxes_[i]) - 1); ++r) rows_[r].push_back(i);
  }
}

std::size_t RowIndex::row(int y) const { return static_cast<std::size_t>(std::max(y, 0) / row_height_); }

std::optional<std::uint32_t> RowIndex::right_neighbor(std::uint32_t i, double gap,
                                                      const std::function<bool(std::uint32_t)>& fits) const {
  const cv::Rect& box = boxes_[i];
  const double last = right_of(box) + gap;
  std::pair<int, std::uint32_t> best{std::numeric_limits<int>::max(), 0};
  for (std::size_t r = row(box.y); r <= row(foot_of(box) - 1); ++r) {
    const auto from = std::upper_bound(rows_[r].begin(), rows_[r].end(), box.x,
                                       [&](int x, std::uint32_t j) { return x < boxes_[j].x; });
    std::size_t tried = 0;
    for (auto j = from; j != rows_[r].end() && boxes_[*j].x <= last && ++tried <= kMaxTried; ++j) {
      if (right_of(boxes_[*j]) <= right_of(box) || !fits(*j)) continue;
      best = std::min(best, {boxes_[*j].x, *j});
      break;
    }
  }
  if (best.first == std::numeric_limits<int>::max()) return std::nullopt;
  return best.second;
}

std::vector<std::vector<std::uint32_t>> chains(std::span<const cv::Rect> boxes,
                                               std::span<const std::optional<std::uint32_t>> next) {
  std::vector<std::optional<std::uint32_t>> before(boxes.size());
  for (std::uint32_t i = 0; i < next.size(); ++i) {
    if (!next[i]) continue;
    std::optional<std::uint32_t>& rival = before[*next[i]];
    if (!rival || right_of(boxes[i]) > right_of(boxes[*rival])) rival = i;
  }
  std::vector<std::vector<std::uint32_t>> found;
  for (std::uint32_t i = 0; i < next.size(); ++i) {
    if (before[i]) continue;
    std::vector<std::uint32_t>& chain = found.emplace_back();
    for (std::optional<std::uint32_t> at = i; at;) {
      chain.push_back(*at);
      const std::optional<std::uint32_t> after = next[*at];
      at = after && before[*after] == *at ? after : std::nullopt;
    }
  }
  return found;
}

}  // namespace ocelli::internal
