#include "ocelli/text/layout/column_gutter.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/median.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

// In letter heights of the page.
constexpr double kNarrowest = 1.0;        // minimum white of a gutter
constexpr double kWide = 2.5;             // white too wide for a space between words
constexpr double kApart = 1.5;            // white between lines that do not share baselines
constexpr double kColumn = 11;            // minimum width of lines of running text
constexpr double kShortLine = 3;          // minimum width of adjacent lines
constexpr double kBreak = 3;              // white between lines that separates related text
constexpr double kWiderThanSpaces = 1.6;  // minimum width of a gutter relative to nearby spaces
constexpr double kWiderForTexts = 0.8;    // the same between running text
constexpr std::size_t kManyRows = 12;     // minimum to recognize running text
constexpr double kRagged = 4;             // lines of running text end so near each other
constexpr double kFullLines = 0.6;        // at least this share of them
constexpr double kInsetWhite = 0.8;       // beside what lies across a gutter, and of the gutter there
constexpr double kAlongInset = 0.7;       // of its height: the white beside it
constexpr double kAroundPicture = 15;     // gaps that are wider have a picture in them
constexpr double kSmallNotes = 0.82;      // relative height of notes
constexpr std::size_t kSizedRows = 8;     // minimum to recognize them
constexpr double kLeading = 2;            // white between lines of a column
constexpr std::size_t kEnoughSpaces = 3;  // minimum number to determine the usual space
constexpr std::size_t kEnough = 4;        // minimum letters to determine a baseline
constexpr std::size_t kMaxOpen = 64;      // gutters tracked at a time; only noise has more

/// Two pieces with nothing between them, and the white that parts them.
struct Row {
  std::uint32_t left, right;
  int gap = 0;
};

/// White under construction during the pass over the page from top to bottom.
struct White {
  int left, right;
  int top;
  int bottom = std::numeric_limits<int>::max();
  std::vector<Row> rows = {};

  int width() const { return right - left; }
};

using Links = std::vector<std::optional<std::uint32_t>>;

/// Finds white between adjacent pieces and follows it down until a piece crosses it.
class Whites {
 public:
  Whites(std::span<const Piece> pieces, std::span<const cv::Rect> obstacles, double height)
      : height_(height) {
    for (const Piece& piece : pieces) boxes_.push_back(piece.box);
    link();
    boxes_.insert(boxes_.end(), obstacles.begin(), obstacles.end());
    std::vector<std::uint32_t> order(boxes_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return boxes_[a].y < boxes_[b].y; });
    for (const std::uint32_t i : order) {
      check_canceled();
      narrow(boxes_[i]);
      if (i < pieces.size() && next_[i]) widen({i, *next_[i]});
    }
    closed_.insert(closed_.end(), open_.begin(), open_.end());
  }
  const std::vector<White>& all() const { return closed_; }

  /// The width of the text in a row to the left of the white, up to the next wide gap.
  double left_width(std::uint32_t i) const { return width(i, before_, false); }
  double right_width(std::uint32_t i) const { return width(i, next_, true); }

  /// Adds the gaps on either side of a row's white that are spaces between words.
  void add_spaces_beside(const Row& row, std::vector<double>& spaces) const {
    const auto add = [&](std::uint32_t one, std::uint32_t next) {
      const int gap = boxes_[next].x - right_of(boxes_[one]);
      if (gap > 0 && gap <= kWide * height_) spaces.push_back(gap);
    };
    if (before_[row.left]) add(*before_[row.left], row.left);
    if (next_[row.right]) add(row.right, *next_[row.right]);
  }

 private:
  void link() {
    next_ = right_neighbors(boxes_, 0.3);
    // Lines of a column may be opposite the white between lines of its neighbor.
    std::vector<cv::Rect> grown = boxes_;
    for (cv::Rect& box : grown) {
      const int more = box.height / 2, top = std::max(box.y - more, 0);
      box = {box.x, top, box.width, foot_of(box) + more - top};
    }
    const Links loose = right_neighbors(grown, 0.1);
    before_.resize(boxes_.size());
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      if (!next_[i]) next_[i] = loose[i];
      if (!next_[i]) continue;
      std::optional<std::uint32_t>& rival = before_[*next_[i]];
      if (!rival || right_of(boxes_[i]) > right_of(boxes_[*rival])) rival = i;
    }
  }

  /// The nearest box to the right of each box that shares at least `share` of the shorter one's rows.
  Links right_neighbors(std::span<const cv::Rect> boxes, double share) const {
    const RowIndex index(boxes, height_);
    Links links;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      check_canceled();
      links.push_back(index.right_neighbor(i, RowIndex::kAnyGap, [&](std::uint32_t j) {
        return boxes[j].x >= right_of(boxes[i]) &&
               shared_rows(boxes[i], boxes[j]) >= share * std::min(boxes[i].height, boxes[j].height);
      }));
    }
    return links;
  }

  /// Removes the columns of a piece from the open whites.
  void narrow(const cv::Rect& box) {
    const auto closes = [&](White& white) {
      if (box.x >= white.right || right_of(box) <= white.left) return false;
      const int from_left = white.right - right_of(box), from_right = box.x - white.left;
      if (std::max(from_left, from_right) < kNarrowest * height_) {
        white.bottom = box.y;
        closed_.push_back(white);
        return true;
      }
      (from_left > from_right ? white.left : white.right) = from_left > from_right ? right_of(box) : box.x;
      return false;
    };
    std::erase_if(open_, closes);
  }

  /// Adds the gap of a row to the open white that shares most of it, or opens a new one.
  void widen(const Row& row) {
    const int left = right_of(boxes_[row.left]), right = boxes_[row.right].x;
    if (right - left < kNarrowest * height_) return;
    White* home = nullptr;
    double max = kNarrowest * height_;
    for (White& white : open_) {
      const int shared = std::min(right, white.right) - std::max(left, white.left);
      if (shared >= max) home = &white, max = shared;
    }
    if (home == nullptr) {
      if (open_.size() >= kMaxOpen) return;
      open_.push_back({left, right, std::min(boxes_[row.left].y, boxes_[row.right].y)});
      home = &open_.back();
    }
    home->left = std::max(home->left, left);
    home->right = std::min(home->right, right);
    home->rows.push_back({row.left, row.right, right - left});
  }

  double width(std::uint32_t i, const Links& links, bool rightwards) const {
    int left = boxes_[i].x, right = right_of(boxes_[i]);
    for (int steps = 0; links[i] && steps < 100; ++steps) {
      const std::uint32_t j = *links[i];
      const int gap = rightwards ? boxes_[j].x - right : left - right_of(boxes_[j]);
      if (gap > kWide * height_) break;
      left = std::min(left, boxes_[j].x), right = std::max(right, right_of(boxes_[j]));
      i = j;
    }
    return right - left;
  }

  double height_;
  std::vector<cv::Rect> boxes_;  // pieces, then obstacles
  Links next_, before_;
  std::vector<White> open_, closed_;
};

int top_of(std::span<const Piece> pieces, const Row& row) {
  return std::min(pieces[row.left].box.y, pieces[row.right].box.y);
}
int bottom_of(std::span<const Piece> pieces, const Row& row) {
  return std::max(foot_of(pieces[row.left].box), foot_of(pieces[row.right].box));
}

/// Trims headers and footers of one or two lines that happen to have a gap in line with the white.
void trim(White& white, std::span<const Piece> pieces, double height) {
  const auto parted = [&](std::size_t row) {
    const int above = bottom_of(pieces, white.rows[row - 1]), below = top_of(pieces, white.rows[row]);
    return below - above > kBreak * height && std::ranges::none_of(pieces, [&](const Piece& piece) {
             return piece.box.y >= above && foot_of(piece.box) <= below;
           });
  };
  for (const std::size_t row : {std::size_t{2}, std::size_t{1}}) {
    if (white.rows.size() < row + 3 || !parted(row)) continue;
    white.top = top_of(pieces, white.rows[row]);
    white.rows.erase(white.rows.begin(), white.rows.begin() + static_cast<std::ptrdiff_t>(row));
    break;
  }
  for (const std::size_t row : {std::size_t{2}, std::size_t{1}}) {
    if (white.rows.size() < row + 3 || !parted(white.rows.size() - row)) continue;
    white.bottom = top_of(pieces, white.rows[white.rows.size() - row]);
    white.rows.resize(white.rows.size() - row);
    break;
  }
}

/// The right column may begin above the left one: its lines there, down to the first row, are beside the
/// white, too. Lines that something parts from the column stay above it.
void extend_up(White& white, std::span<const Piece> pieces, double height) {
  std::vector<cv::Rect> above;
  for (const Piece& piece : pieces) {
    if (piece.box.y < white.top) above.push_back(piece.box);
  }
  std::ranges::sort(above, std::greater(), foot_of);
  int column_top = pieces[white.rows.front().right].box.y;
  for (const cv::Rect& box : above) {
    const bool is_left = right_of(box) <= white.left, is_right = box.x >= white.right;
    if (is_left) continue;
    if (!is_right || column_top - foot_of(box) > kLeading * height) return;
    column_top = std::min(column_top, box.y);
    white.top = std::min(white.top, box.y);
  }
}

/// The gaps of a white's rows, in ascending order, without those around a picture between the columns.
std::vector<int> gaps_of(const White& white, double height) {
  std::vector<int> gaps;
  for (const Row& row : white.rows) {
    if (row.gap <= kAroundPicture * height) gaps.push_back(row.gap);
  }
  std::ranges::sort(gaps);
  return gaps;
}

/// Whether the print on one side of a white is much smaller than on the other, as that of side notes.
bool parts_sizes(const White& white, std::span<const Piece> pieces) {
  std::vector<double> ratios;
  for (const Row& row : white.rows) {
    if (std::min(pieces[row.left].letters, pieces[row.right].letters) >= kEnough)
      ratios.push_back(pieces[row.left].height / pieces[row.right].height);
  }
  if (ratios.size() < kSizedRows) return false;
  const double ratio = median(std::move(ratios));
  return std::min(ratio, 1 / ratio) <= kSmallNotes;
}

/// The white between two columns of running text, whose lines end near each other, even if the columns lean
/// or a letter-spaced header lies over them: then the rows have less white in common than each of them has.
/// The cells of tables end anywhere.
std::optional<int> width_between_texts(const White& white, double height) {
  if (white.rows.size() < kManyRows) return std::nullopt;
  const std::vector<int> gaps = gaps_of(white, height);
  if (2 * gaps.size() < kManyRows) return std::nullopt;
  const int narrow = gaps[gaps.size() / 10];
  const auto full = std::ranges::upper_bound(gaps, narrow + kRagged * height) - gaps.begin();
  if (static_cast<double>(full) < kFullLines * static_cast<double>(gaps.size())) return std::nullopt;
  return narrow;
}

/// Whether a white consists of spaces that happen to be aligned, as in typewriter text. Such a white is
/// hardly wider than the spaces beside it.
bool is_river(const White& white, const Whites& whites, double height) {
  const std::optional<int> between = width_between_texts(white, height);
  const double width = between.value_or(white.width());
  if (width >= kWide * height) return false;
  std::vector<double> spaces;
  for (const Row& row : white.rows) whites.add_spaces_beside(row, spaces);
  return spaces.size() >= std::max(kEnoughSpaces, (white.rows.size() + 1) / 2) &&
         width < (between ? kWiderForTexts : kWiderThanSpaces) * median(spaces);
}

bool parts_columns(const White& white, const Whites& whites, std::span<const Piece> pieces, double height) {
  const bool of_sizes = parts_sizes(white, pieces);
  if (!of_sizes && is_river(white, whites, height)) return false;
  std::vector<double> lefts, rights;
  std::size_t apart = 0, compared = 0;
  for (const Row& row : white.rows) {
    const Piece &left = pieces[row.left], &right = pieces[row.right];
    lefts.push_back(whites.left_width(row.left) / height);
    rights.push_back(whites.right_width(row.right) / height);
    if (std::min(left.letters, right.letters) < kEnough) continue;
    ++compared;
    apart += std::abs(left.foot - right.foot) > 0.25 * std::min(left.height, right.height);
  }
  const std::size_t rows = white.rows.size();
  const double narrower = std::min(median(lefts), median(rights));
  if (narrower >= kColumn && rows >= (white.width() < kWide * height ? 6u : 4u)) return true;
  return rows >= 3 && apart >= 2 && 2 * apart > compared && narrower >= kShortLine &&
         (of_sizes || white.width() >= kApart * height);
}

/// Whether running text of both columns is beside a box that lies across a gutter, which makes room for it: a
/// pull quote, or the caption of a picture between columns.
bool has_text_beside(const cv::Rect& inset, const Whites& whites, std::span<const Piece> pieces,
                     double height) {
  bool left = false, right = false;
  for (std::uint32_t i = 0; i < pieces.size() && !(left && right); ++i) {
    const cv::Rect& box = pieces[i].box;
    if (shared_rows(box, inset) <= -0.5 * height) continue;
    left |= right_of(box) <= inset.x - kInsetWhite * height && whites.left_width(i) >= kColumn * height;
    right |= box.x >= right_of(inset) + kInsetWhite * height && whites.right_width(i) >= kColumn * height;
  }
  return left && right;
}

/// The columns between the nearest whites that go along a box on both sides.
std::optional<std::pair<int, int>> columns_of(const cv::Rect& inset, std::span<const White> all,
                                              double height) {
  std::optional<int> left, right;
  for (const White& white : all) {
    const int common = std::min(white.bottom, foot_of(inset)) - std::max(white.top, inset.y);
    if (common < kAlongInset * inset.height || white.width() < kInsetWhite * height) continue;
    if (white.right <= inset.x + height) left = std::max(left.value_or(white.right), white.right);
    if (white.left >= right_of(inset) - height) right = std::min(right.value_or(white.left), white.left);
  }
  if (!left || !right) return std::nullopt;
  return std::pair(*left, *right);
}

/// The pieces across the columns of two whites between them, and those beside them that belong to them. None
/// unless the text makes room for all.
std::vector<std::uint32_t> insets_between(const White& upper, const White& lower, std::span<const White> all,
                                          const Whites& whites, std::span<const Piece> pieces,
                                          double height) {
  const int left = std::max(upper.left, lower.left), right = std::min(upper.right, lower.right);
  if (right - left < kInsetWhite * height) return {};
  const int top = std::min(bottom_of(pieces, upper.rows.back()) - 1, upper.bottom);
  const int foot = std::max(top_of(pieces, lower.rows.front()), lower.top);
  cv::Rect around;
  for (const Piece& piece : pieces) {
    const cv::Rect& box = piece.box;
    const bool is_across = box.x < right && right_of(box) > left;
    if (!is_across || foot_of(box) <= top || box.y >= foot) continue;
    if (!has_text_beside(box, whites, pieces, height)) return {};
    around |= box;
  }
  if (around.empty()) return {};
  const std::optional<std::pair<int, int>> columns = columns_of(around, all, height);
  if (!columns) return {};
  std::vector<std::uint32_t> insets;
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    const double x = pieces[i].box.x + 0.5 * pieces[i].box.width;
    const double y = pieces[i].box.y + 0.5 * pieces[i].box.height;
    if (x > columns->first && x < columns->second && y > around.y && y < foot_of(around)) insets.push_back(i);
  }
  return insets;
}

/// Lets a gutter go on above and below insets, which are returned.
std::vector<std::uint32_t> reach_over_insets(White& gutter, std::span<const White> all, const Whites& whites,
                                             std::span<const Piece> pieces, double height) {
  std::vector<std::uint32_t> insets;
  for (bool grows = true; grows;) {
    grows = false;
    for (const White& other : all) {
      const bool is_below = other.top >= gutter.bottom, is_above = other.bottom <= gutter.top;
      if (!is_below && !is_above) continue;
      const White &upper = is_above ? other : gutter, &lower = is_above ? gutter : other;
      const std::vector<std::uint32_t> found = insets_between(upper, lower, all, whites, pieces, height);
      if (found.empty()) continue;
      insets.insert(insets.end(), found.begin(), found.end());
      White joined{std::max(upper.left, lower.left), std::min(upper.right, lower.right), upper.top,
                   lower.bottom, upper.rows};
      joined.rows.insert(joined.rows.end(), lower.rows.begin(), lower.rows.end());
      gutter = std::move(joined);
      grows = true;
      break;
    }
  }
  return insets;
}

}  // namespace

std::optional<Gutter> column_gutter(std::span<const Piece> pieces, std::span<const cv::Rect> obstacles,
                                    double height) {
  const Whites whites(pieces, obstacles, height);
  std::optional<White> tallest;
  int max = 0;
  std::vector<White> trimmed;
  for (White white : whites.all()) {
    if (white.rows.size() < 2) continue;
    if (white.rows.size() > 2) trim(white, pieces, height);
    trimmed.push_back(white);
    if (white.rows.size() < 3) continue;
    const int extent = bottom_of(pieces, white.rows.back()) - white.top;
    if (extent <= max || !parts_columns(white, whites, pieces, height)) continue;
    max = extent;
    tallest = white;
  }
  if (!tallest) return std::nullopt;
  const std::vector<std::uint32_t> insets = reach_over_insets(*tallest, trimmed, whites, pieces, height);
  extend_up(*tallest, pieces, height);
  return Gutter{0.5 * (tallest->left + tallest->right), tallest->top, tallest->bottom, insets};
}

}  // namespace ocelli::internal
