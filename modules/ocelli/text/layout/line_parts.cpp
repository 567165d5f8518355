#include "ocelli/text/layout/layout_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kFewParts = 3;  // maximum letters for a run to be part of a line
// In heights of the line's small letters.
constexpr double kLowest = -0.8, kHighest = 2.2;       // of a part's center above the baseline
constexpr double kFarthest = 1.5;                      // from a part to the line's next letter
constexpr double kFarthestDash = 4;                    // the same for a dash, which is surrounded by white
constexpr double kFarthestInside = 12;                 // the same for marks between two letters
constexpr double kShortestDash = 0.45, kFlat = 2;      // width of a dash, and its ratio of width to height
constexpr double kLargestDot = 0.4, kWidestDot = 1.5;  // of marks beside other marks, as in "..."
constexpr int kMaxInRow = 3;                           // such marks after the first
constexpr std::ptrdiff_t kMaxDots = 256;               // on each side of a dot; only dot screens have more
constexpr std::size_t kMaxLines = 1024;                // beside a part; only noise has more
constexpr double kLargest = 4;                         // maximum height of a part
constexpr double kMiddle = 0.6;                        // usual center of parts above the baseline
constexpr double kFeet = -0.1, kHeads = 1.2;           // bottom and top of small letters
constexpr double kHighFoot = 1.2, kDeepHead = 0.3;     // of parts that may be ink of the line above or below
// With this much white to the letter in their columns, they are ink of the line above or below.
constexpr double kParted = 0.45, kPartedBelow = 0.3;
// Of a comma, in heights of the letter before it.
constexpr double kHighestComma = 0.7, kWidestComma = 0.45, kAfterLetter = 0.8;
constexpr double kCommaTop = 0.6, kCommaFoot = 1.05;  // below the top of the letter

/// A part relative to a line, in heights of the line's small letters.
struct Place {
  double above;          ///< the part's center above the baseline
  double aside;          ///< white between it and the nearest letter; 0 if it is above, below or touching
  double height, width;  ///< of the part
  bool inside;           ///< whether it lies between the ends of the line

  bool within() const {
    return above >= kLowest && above <= kHighest && aside <= farthest() && height <= kLargest;
  }
  double farthest() const {
    if (inside && is_mark()) return kFarthestInside;
    return is_dash() ? kFarthestDash : kFarthest;
  }
  bool is_mark() const { return above > -kLargestDot && above < kHeads; }
  bool is_dash() const { return above > 0 && above < 1 && width >= kShortestDash && width >= kFlat * height; }
  bool is_dot() const {
    return above > 2 * kFeet && above < 1 && height <= kLargestDot && width <= kWidestDot;
  }
  /// Between the bottom and top of small letters a part belongs to this line at any height: a comma does not
  /// belong to the line below.
  double cost() const {
    return std::max({0.0, above - kHeads, kFeet - above}) + 0.05 * std::abs(above - kMiddle) +
           0.3 * std::min(aside, kFarthest);
  }
};

double white_between(const cv::Rect& a, const cv::Rect& b) {
  return std::max({0, a.x - right_of(b), b.x - right_of(a)});
}

/// The horizontal white to the nearest letter of a line, among a few letters before and after.
double white_to(const std::vector<Component>& list, const LetterRun& line, const cv::Rect& box) {
  const auto after = std::lower_bound(line.letters.begin(), line.letters.end(), box.x,
                                      [&](std::uint32_t i, int x) { return list[i].box.x < x; });
  const auto first = after - std::min<std::ptrdiff_t>(after - line.letters.begin(), 3);
  const auto last = after + std::min<std::ptrdiff_t>(line.letters.end() - after, 2);
  double white = std::numeric_limits<double>::max();
  for (auto i = first; i != last; ++i) white = std::min(white, white_between(list[*i].box, box));
  return white;
}

Place place_of(const std::vector<Component>& list, const LetterRun& line, const cv::Rect& box) {
  const double x = box.x + 0.5 * box.width, y = box.y + 0.5 * box.height;
  const double unit = line.fit.small_height();
  const double above = (line.fit.baseline + line.fit.slope * x - y) / unit;
  return {above, white_to(list, line, box) / unit, box.height / unit, box.width / unit,
          box.x >= line.box.x && right_of(box) <= right_of(line.box)};
}

/// The same, but also relative to marks already found to be parts of the line, from left to right: dots
/// follow each other.
Place place_of(const std::vector<Component>& list, const LetterRun& line,
               const std::vector<std::uint32_t>& parts, const cv::Rect& box) {
  Place place = place_of(list, line, box);
  if (!place.is_dot()) return place;
  const double unit = line.fit.small_height();
  const auto after =
      std::ranges::lower_bound(parts, box.x, {}, [&](std::uint32_t i) { return list[i].box.x; });
  const auto first = after - std::min(after - parts.begin(), kMaxDots);
  const auto last = after + std::min(parts.end() - after, kMaxDots);
  for (auto part = first; part != last; ++part) {
    const cv::Rect& other = list[*part].box;
    if (std::abs(foot_of(other) - foot_of(box)) <= kLargestDot * unit)
      place.aside = std::min(place.aside, white_between(other, box) / unit);
  }
  return place;
}

/// The vertical white to the nearest letter of a line, among those in the same columns.
double white_in_columns(const std::vector<Component>& list, const LetterRun& line, const cv::Rect& box) {
  double white = std::numeric_limits<double>::max();
  const auto left_of = [&](std::uint32_t i) { return list[i].box.x; };
  const auto first = std::ranges::upper_bound(line.letters, box.x - line.widest, {}, left_of);
  const auto last = std::ranges::lower_bound(line.letters, right_of(box), {}, left_of);
  for (auto i = first; i < last; ++i) {
    const cv::Rect& letter = list[*i].box;
    if (box.x >= right_of(letter)) continue;
    white = std::min<double>(white, std::max(letter.y - foot_of(box), box.y - foot_of(letter)));
  }
  return white;
}

/// Whether a part is ink of the line above or below: it is beyond the small letters, and far from the letter
/// above or below it. This applies to tips of descenders, but not to accents, dots of i and tails of commas.
bool is_of_other_line(const std::vector<Component>& list, const LetterRun& line, const cv::Rect& box) {
  const double x = box.x + 0.5 * box.width, baseline = line.fit.baseline + line.fit.slope * x;
  const double unit = line.fit.small_height();
  if (baseline - foot_of(box) >= kHighFoot * unit) return white_in_columns(list, line, box) >= kParted * unit;
  return box.y - baseline >= kDeepHead * unit && white_in_columns(list, line, box) >= kPartedBelow * unit;
}

/// Whether a run is a comma after the last letter of another, which is as high as small letters may be.
bool is_comma_after(const std::vector<Component>& list, const LetterRun& run, const LetterRun& before) {
  if (run.letters.size() != 1) return false;
  const cv::Rect &comma = run.box, &letter = list[before.letters.back()].box;
  const double height = letter.height;
  const int white = comma.x - right_of(letter);
  return white >= 0 && white <= kAfterLetter * height && comma.height <= kHighestComma * height &&
         comma.width <= kWidestComma * height && comma.y - letter.y >= kCommaTop * height &&
         foot_of(comma) - letter.y >= kCommaFoot * height;
}

/// Lines indexed by the rows of pixels that may contain their parts.
class LineIndex {
 public:
  explicit LineIndex(const std::vector<LetterRun>& lines) {
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
      const int reach = static_cast<int>(lines[i].fit.height);
      const std::size_t first = row(lines[i].box.y - reach), last = row(foot_of(lines[i].box) + reach);
      if (rows_.size() <= last) rows_.resize(last + 1);
      for (std::size_t r = first; r <= last; ++r) rows_[r].push_back({lines[i].box.x, i});
    }
    for (std::vector<Entry>& entries : rows_) sort_entries(lines, entries);
  }

  /// Calls `visit` for each line that crosses the middle row of the box and may reach it from the side.
  template <class Visit>
  void visit(const cv::Rect& box, Visit&& visit) const {
    const std::size_t r = row(box.y + box.height / 2);
    if (r >= rows_.size()) return;
    const auto end = std::upper_bound(rows_[r].begin(), rows_[r].end(), right_of(box),
                                      [](int x, const Entry& entry) { return x < entry.left; });
    const auto begin = end - std::min(end - rows_[r].begin(), static_cast<std::ptrdiff_t>(kMaxLines));
    for (auto entry = end; entry != begin;) {
      --entry;
      if (entry->farthest < box.x) return;
      if (entry->right >= box.x) visit(entry->line);
    }
  }

 private:
  static constexpr int kRow = 16;
  /// Passes of add_parts() that extend a line: each dot may lead to the next.
  static constexpr int kMaxReaches = 6;
  struct Entry {
    int left;
    std::uint32_t line;
    int right = 0;     ///< right end of its parts, including any sequence of dots
    int farthest = 0;  ///< right end of all entries up to this one
  };

  static std::size_t row(int y) { return static_cast<std::size_t>(std::max(y, 0) / kRow); }
  static int reach(const LetterRun& line) { return static_cast<int>(kFarthestDash * line.fit.height) + 1; }
  static void sort_entries(const std::vector<LetterRun>& lines, std::vector<Entry>& entries) {
    for (Entry& entry : entries) entry.left -= reach(lines[entry.line]);
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return std::pair(a.left, a.line) < std::pair(b.left, b.line);
    });
    int farthest = 0;
    for (Entry& entry : entries) {
      const LetterRun& line = lines[entry.line];
      entry.right = right_of(line.box) + kMaxReaches * reach(line);
      entry.farthest = farthest = std::max(farthest, right_of(line.box) + reach(line));
    }
  }

  std::vector<std::vector<Entry>> rows_;
};

}  // namespace

std::vector<bool> inner_runs(const std::vector<Component>& list, const std::vector<LetterRun>& runs) {
  const LineIndex index(runs);
  std::vector<bool> inner(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    check_canceled();
    const std::size_t count = runs[i].letters.size();
    if (count > kFewParts) continue;
    index.visit(runs[i].box, [&](std::uint32_t other) {
      if (is_comma_after(list, runs[i], runs[other])) inner[i] = true;
      if (runs[other].letters.size() <= std::max(kFewParts, 2 * count)) return;
      const Place place = place_of(list, runs[other], runs[i].box);
      if (place.within() && place.aside < 0.8 && place.above > -0.5 && place.above < 1.7) inner[i] = true;
    });
  }
  return inner;
}

void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines) {
  std::vector<bool> taken(list.size());
  for (const LetterRun& line : lines) {
    for (const std::uint32_t i : line.letters) taken[i] = true;
  }
  const LineIndex index(lines);
  const auto line_of = [&](const cv::Rect& box, const auto& parts) {
    std::pair<double, std::optional<std::uint32_t>> best{std::numeric_limits<double>::max(), {}};
    index.visit(box, [&](std::uint32_t line) {
      const Place place = place_of(list, lines[line], parts[line], box);
      if (!place.within() || is_of_other_line(list, lines[line], box)) return;
      best = std::min(best, {place.cost(), line});
    });
    return best.second;
  };
  std::vector<std::vector<std::uint32_t>> parts(lines.size());
  bool more = true;
  for (int turn = 0; more && turn <= kMaxInRow; ++turn) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // line, part
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      if (taken[i] || roles[i] == InkRole::none) continue;
      check_canceled();
      if (const std::optional<std::uint32_t> line = line_of(list[i].box, parts)) found.emplace_back(*line, i);
    }
    for (const auto& [line, part] : found) {
      parts[line].push_back(part);
      taken[part] = true;
    }
    for (std::vector<std::uint32_t>& of_line : parts)
      std::ranges::stable_sort(of_line, {}, [&](std::uint32_t i) { return list[i].box.x; });
    more = !found.empty();
  }
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (const std::uint32_t part : parts[line]) {
      lines[line].letters.push_back(part);
      lines[line].box |= list[part].box;
    }
  }
}

}  // namespace ocelli::internal
