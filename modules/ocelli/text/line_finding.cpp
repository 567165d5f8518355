#include "ocelli/text/line_finding.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ocelli {
namespace {

constexpr double kWordGap = 1.3;    // of the higher letter: nearer neighbours are in one run at once
constexpr double kPhraseGap = 2.0;  // of the letters' height: runs on one line that are nearer are one run
constexpr std::size_t kMostTried = 64;  // candidates in one bucket: only noise has more within reach

int right_of(const cv::Rect& box) { return box.x + box.width; }
int foot_of(const cv::Rect& box) { return box.y + box.height; }

int shared_rows(const cv::Rect& a, const cv::Rect& b) {
  return std::min(foot_of(a), foot_of(b)) - std::max(a.y, b.y);
}

bool look_alike(const cv::Rect& a, const cv::Rect& b) {
  const int low = std::min(a.height, b.height), high = std::max(a.height, b.height);
  return high <= 2.3 * low && shared_rows(a, b) >= 0.45 * high;
}

/// Boxes filed by the rows that they cross, each file sorted from left to right.
class RowIndex {
 public:
  RowIndex(std::vector<cv::Rect> boxes, double row_height)
      : boxes_(std::move(boxes)), row_height_(row_height) {
    int foot = 0;
    for (const cv::Rect& box : boxes_) foot = std::max(foot, foot_of(box));
    rows_.resize(row(foot) + 1);
    std::vector<std::uint32_t> order(boxes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return boxes_[a].x < boxes_[b].x; });
    for (const std::uint32_t i : order) {
      for (std::size_t r = row(boxes_[i].y); r <= row(foot_of(boxes_[i]) - 1); ++r) rows_[r].push_back(i);
    }
  }

  /// The nearest box to the right, at most a gap away, that fits.
  template <class Fits>
  std::optional<std::uint32_t> right_neighbour(std::uint32_t i, double gap, Fits&& fits) const {
    const cv::Rect& box = boxes_[i];
    const double first = box.x + 0.5 * box.width, last = right_of(box) + gap;
    std::pair<int, std::uint32_t> best{INT_MAX, 0};
    for (std::size_t r = row(box.y); r <= row(foot_of(box) - 1); ++r) {
      const auto from = std::lower_bound(rows_[r].begin(), rows_[r].end(), first,
                                         [&](std::uint32_t j, double x) { return boxes_[j].x < x; });
      std::size_t tried = 0;
      for (auto j = from; j != rows_[r].end() && boxes_[*j].x <= last && ++tried <= kMostTried; ++j) {
        if (*j == i || boxes_[*j].x <= box.x || right_of(boxes_[*j]) <= right_of(box)) continue;
        if (!fits(*j)) continue;
        best = std::min(best, {boxes_[*j].x, *j});
        break;
      }
    }
    if (best.first == INT_MAX) return std::nullopt;
    return best.second;
  }

 private:
  std::size_t row(int y) const { return static_cast<std::size_t>(std::max(0, y) / row_height_); }

  std::vector<cv::Rect> boxes_;
  double row_height_;
  std::vector<std::vector<std::uint32_t>> rows_;
};

/// Follows the links that are the nearest of all that end at the same box: lists of boxes, each from left to right.
std::vector<std::vector<std::uint32_t>> chains(const std::vector<cv::Rect>& boxes,
                                               const std::vector<std::optional<std::uint32_t>>& next) {
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

std::vector<LetterRun> words(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                             double height) {
  std::vector<std::uint32_t> letters;
  std::vector<cv::Rect> boxes;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (roles[i] != InkRole::letter) continue;
    letters.push_back(i);
    boxes.push_back(list[i].box);
  }
  const RowIndex index(boxes, height);
  std::vector<std::optional<std::uint32_t>> next;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const double gap = kWordGap * std::min(boxes[i].height * 1.5, 3 * height);
    next.push_back(index.right_neighbour(i, gap, [&](std::uint32_t j) {
      return look_alike(boxes[i], boxes[j]) &&
             boxes[j].x - right_of(boxes[i]) <= kWordGap * std::max(boxes[i].height, boxes[j].height);
    }));
  }
  std::vector<LetterRun> runs;
  for (const std::vector<std::uint32_t>& chain : chains(boxes, next)) {
    std::vector<std::uint32_t> members;
    for (const std::uint32_t i : chain) members.push_back(letters[i]);
    runs.push_back(make_run(list, std::move(members)));
  }
  return runs;
}

std::vector<LetterRun> phrases(const std::vector<Component>& list, const std::vector<LetterRun>& runs,
                               double height) {
  std::vector<cv::Rect> boxes;
  for (const LetterRun& run : runs) boxes.push_back(run.box);
  const RowIndex index(boxes, height);
  std::vector<std::optional<std::uint32_t>> next;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const double reach = kPhraseGap * runs[i].fit.height;
    next.push_back(index.right_neighbour(i, reach, [&](std::uint32_t j) {
      return on_one_line(runs[i], runs[j]) && boxes[j].x - right_of(boxes[i]) <= reach;
    }));
  }
  std::vector<LetterRun> joined;
  for (const std::vector<std::uint32_t>& chain : chains(boxes, next)) {
    std::vector<std::uint32_t> members;
    for (const std::uint32_t i : chain) {
      members.insert(members.end(), runs[i].letters.begin(), runs[i].letters.end());
    }
    joined.push_back(chain.size() == 1 ? runs[chain[0]] : make_run(list, std::move(members)));
  }
  return joined;
}

}  // namespace

LetterRun make_run(const std::vector<Component>& list, std::vector<std::uint32_t> letters) {
  std::vector<cv::Rect> boxes;
  cv::Rect around;
  std::sort(letters.begin(), letters.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(list[a].box.x, a) < std::pair(list[b].box.x, b);
  });
  for (const std::uint32_t i : letters) {
    boxes.push_back(list[i].box);
    around = boxes.size() == 1 ? list[i].box : around | list[i].box;
  }
  return {std::move(letters), around, fit_line(boxes)};
}

bool on_one_line(const LetterRun& left, const LetterRun& right) {
  const LineFit &a = left.fit, &b = right.fit;
  const double low = std::min(a.height, b.height), high = std::max(a.height, b.height);
  if (high > 2 * low) return false;
  const double middle = 0.5 * (right_of(left.box) + right.box.x);
  // A few letters may all have descenders, or none: then only their rows tell.
  if (left.letters.size() < 4 || right.letters.size() < 4) {
    return shared_rows(left.box, right.box) >= 0.5 * std::min(left.box.height, right.box.height);
  }
  return std::abs(a.baseline + a.slope * middle - b.baseline - b.slope * middle) <= 0.4 * low;
}

std::vector<LetterRun> find_runs(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height) {
  const std::vector<LetterRun> first = words(list, roles, height);
  return phrases(list, phrases(list, first, height), height);
}

}  // namespace ocelli
