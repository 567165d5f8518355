#include "ocelli/text/line_parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ocelli {
namespace {

/// Heights above the baseline and distances are told in heights of "x" (or of what the line has).
struct Place {
  double above;  ///< the middle of the part above the baseline
  double aside;  ///< from the line's nearest letter
};

/// Where lines are, by the rows that they cross.
class LineIndex {
 public:
  explicit LineIndex(const std::vector<LetterRun>& lines) : lines_(lines) {
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
      const auto [top, foot] = rows_of(lines[i]);
      for (int r = top / kRow; r <= foot / kRow; ++r) {
        if (rows_.size() <= static_cast<std::size_t>(r)) rows_.resize(static_cast<std::size_t>(r) + 1);
        rows_[static_cast<std::size_t>(r)].push_back(i);
      }
    }
  }
  const std::vector<std::uint32_t>& near(const cv::Rect& box) const {
    const auto row = static_cast<std::size_t>((box.y + box.height / 2) / kRow);
    return row < rows_.size() ? rows_[row] : none_;
  }

 private:
  static constexpr int kRow = 16;
  static std::pair<int, int> rows_of(const LetterRun& line) {
    const int reach = static_cast<int>(line.fit.height);
    return {std::max(0, line.box.y - reach), line.box.y + line.box.height + reach};
  }
  const std::vector<LetterRun>& lines_;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::vector<std::uint32_t> none_;
};

double gap_between(const cv::Rect& a, const cv::Rect& b) {
  return std::max({0, a.x - b.x - b.width, b.x - a.x - a.width});
}

/// The gap to the letter of a line that is nearest from the side; letters are sorted from left to right.
double gap_to(const std::vector<Component>& list, const LetterRun& line, const cv::Rect& box) {
  const auto after = std::lower_bound(line.letters.begin(), line.letters.end(), box.x,
                                      [&](std::uint32_t i, int x) { return list[i].box.x < x; });
  double gap = 1e30;
  for (auto i = after; i != line.letters.end() && i < after + 2; ++i) {
    gap = std::min(gap, gap_between(list[*i].box, box));
  }
  for (auto i = after; i != line.letters.begin() && i > after - 3;) {
    --i;
    gap = std::min(gap, gap_between(list[*i].box, box));
  }
  return gap;
}

Place place_of(const std::vector<Component>& list, const LetterRun& line, const cv::Rect& box) {
  const double x = box.x + 0.5 * box.width, y = box.y + 0.5 * box.height;
  const double height = line.fit.mixed ? line.fit.height : 0.8 * line.fit.height;
  return {(line.fit.baseline + line.fit.slope * x - y) / height, gap_to(list, line, box) / height};
}

}  // namespace

void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines) {
  std::vector<bool> taken(list.size());
  for (const LetterRun& line : lines) {
    for (const std::uint32_t i : line.letters) taken[i] = true;
  }
  const LineIndex index(lines);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> added;  // line, part
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (taken[i] || roles[i] == InkRole::none) continue;
    std::pair<double, std::optional<std::uint32_t>> best{1e30, std::nullopt};
    for (const std::uint32_t l : index.near(list[i].box)) {
      const Place place = place_of(list, lines[l], list[i].box);
      if (place.above < -0.8 || place.above > 2.2 || place.aside > 1.5) continue;
      if (list[i].box.height > 4 * lines[l].fit.height) continue;
      best = std::min(best, {std::abs(place.above - 0.6) + 0.3 * place.aside, std::optional(l)});
    }
    if (best.second) added.emplace_back(*best.second, i);
  }
  for (const auto& [line, part] : added) {
    lines[line].letters.push_back(part);
    lines[line].box |= list[part].box;
  }
}

}  // namespace ocelli
