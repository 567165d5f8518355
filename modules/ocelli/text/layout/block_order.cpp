#include "ocelli/text/layout/layout_steps.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/median.hpp"
#include "ocelli/text/layout/column_gutter.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

constexpr int kDeepest = 16;             // maximum nesting of columns
constexpr double kBeside = 0.4;          // share of the height of the shorter of two parts of a row
constexpr std::size_t kMaxBeside = 256;  // parts of a row; only noise has more
constexpr double kRowHeights = 3;        // in letter heights; two lines need more

double middle(const cv::Rect& box) { return box.y + 0.5 * box.height; }

Piece as_piece(const LetterRun& run) {
  const double x = run.box.x + 0.5 * run.box.width;
  return {run.box, run.fit.small_height(), run.fit.baseline + run.fit.slope * x, run.letters.size()};
}

int white_between(const LetterRun& above, const LetterRun& below) {
  return std::max(below.box.y - foot_of(above.box), 0);
}

/// Whether one part of a row precedes another: it is to the left and overlaps vertically by much of the
/// shorter one's height. Requiring half of the height would be too strict for the two ends of a bent row.
bool stands_before(const cv::Rect& part, const cv::Rect& other) {
  const int common = std::min(foot_of(part), foot_of(other)) - std::max(part.y, other.y);
  return part.x + part.width <= other.x && common >= kBeside * std::min(part.height, other.height);
}

/// Sorts lines from top to bottom, and parts of a row separated by a wide gap or a bend of the page from left
/// to right.
void sort_lines(std::vector<LetterRun>& lines) {
  std::sort(lines.begin(), lines.end(), [](const LetterRun& a, const LetterRun& b) {
    return std::tuple(middle(a.box), a.box.x, a.letters[0]) <
           std::tuple(middle(b.box), b.box.x, b.letters[0]);
  });
  for (std::size_t end = 1; end < lines.size(); ++end) {
    const std::size_t first = end - std::min(end, kMaxBeside);
    std::size_t place = end;
    while (place > first && stands_before(lines[end].box, lines[place - 1].box)) --place;
    const auto begin = lines.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(place), begin + static_cast<std::ptrdiff_t>(end),
                begin + static_cast<std::ptrdiff_t>(end) + 1);
  }
}

/// Whether all runs fit where there is room for one line but not for two.
bool is_one_row(const std::vector<LetterRun>& runs, double height) {
  cv::Rect around;
  for (const LetterRun& run : runs) around |= run.box;
  return around.height <= kRowHeights * height;
}

/// Minimum white above a line, in its letter height, that separates it from the previous block.
double parting_white(const std::vector<LetterRun>& lines) {
  std::vector<double> whites;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    whites.push_back(white_between(lines[i - 1], lines[i]) / lines[i].fit.small_height());
  }
  if (whites.empty()) return 0;
  return std::max(1.5, 1.4 * median(std::move(whites)));
}

class Order {
 public:
  Order(const std::vector<Component>& list, double height) : list_(list), height_(height) {}

  void add(std::vector<LetterRun> runs, std::span<const cv::Rect> obstacles, int depth) {
    if (runs.empty()) return;
    check_canceled();
    const std::vector<cv::Rect> within = obstacles_within(obstacles, runs);
    const std::optional<Gutter> gutter = depth < kDeepest ? gutter_of(runs, within) : std::nullopt;
    if (!gutter) return add_rows(std::move(runs));
    std::vector<LetterRun> above, left, inset, right, below;
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
      LetterRun& run = runs[i];
      const double y = middle(run.box);
      if (std::ranges::find(gutter->insets, i) != gutter->insets.end()) {
        inset.push_back(std::move(run));
      } else if (y < gutter->top) {
        above.push_back(std::move(run));
      } else if (y >= gutter->bottom) {
        below.push_back(std::move(run));
      } else {
        (run.box.x + 0.5 * run.box.width < gutter->x ? left : right).push_back(std::move(run));
      }
    }
    for (std::vector<LetterRun>* part : {&above, &left, &inset, &right, &below})
      add(std::move(*part), within, depth + 1);
  }
  void add_rows(std::vector<LetterRun> runs) {
    std::vector<LetterRun> lines = joined_runs(list_, std::move(runs), height_);
    sort_lines(lines);
    const double parting = parting_white(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double white = i == 0 ? 0 : white_between(blocks_.back().back(), lines[i]);
      if (i == 0 || white > parting * lines[i].fit.small_height()) blocks_.emplace_back();
      blocks_.back().push_back(std::move(lines[i]));
    }
  }

  std::vector<std::vector<LetterRun>> take() { return std::move(blocks_); }

 private:
  static std::vector<cv::Rect> obstacles_within(std::span<const cv::Rect> obstacles,
                                                const std::vector<LetterRun>& runs) {
    cv::Rect around;
    for (const LetterRun& run : runs) around |= run.box;
    std::vector<cv::Rect> within;
    for (const cv::Rect& box : obstacles) {
      if ((box & around) == box) within.push_back(box);
    }
    return within;
  }

  std::optional<Gutter> gutter_of(const std::vector<LetterRun>& runs,
                                  std::span<const cv::Rect> obstacles) const {
    std::vector<Piece> pieces;
    pieces.reserve(runs.size());
    for (const LetterRun& run : runs) pieces.push_back(as_piece(run));
    return column_gutter(pieces, obstacles, height_);
  }

  const std::vector<Component>& list_;
  double height_;
  std::vector<std::vector<LetterRun>> blocks_;
};

}  // namespace

std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs,
                                                 std::span<const cv::Rect> obstacles, double height) {
  if (is_one_row(runs, height)) runs = joined_row(list, std::move(runs));
  Order order(list, height);
  order.add(std::move(runs), obstacles, 0);
  return order.take();
}

std::vector<std::vector<LetterRun>> order_rows(const std::vector<Component>& list,
                                               std::vector<LetterRun> runs, double height) {
  Order order(list, height);
  order.add_rows(std::move(runs));
  return order.take();
}

}  // namespace ocelli::internal
