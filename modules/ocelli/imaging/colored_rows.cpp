#include "ocelli/imaging/colored_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/imaging/box_index.hpp"
#include "ocelli/imaging/skew.hpp"

namespace ocelli::internal {

DarkPrint::DarkPrint(cv::Mat dark)
    : ink(std::move(dark)),
      runs(find_ink_runs(ink)),
      letter(text_height(runs.list)),
      skew(skew_angle(runs.list)) {
  constexpr double kWide = 12, kTall = 4;
  std::vector<std::uint8_t> goes;
  for (const Component& component : runs.list)
    goes.push_back(component.box.width > kWide * letter || component.box.height > kTall * letter);
  erase_components(ink, runs, goes);
}

bool DarkPrint::is_letter(const cv::Rect& box) const {
  return box.height >= 0.5 * letter && box.height <= 1.8 * letter && box.width <= 8 * letter;
}

bool DarkPrint::has_letters() const {
  constexpr std::ptrdiff_t kFew = 12;
  const auto is_one = [&](const Component& component) { return is_letter(component.box); };
  return letter > 0 && std::ranges::count_if(runs.list, is_one) >= kFew;
}

ColoredRows::ColoredRows(const DarkPrint& print, std::span<const Component> colored)
    : letter_(print.letter), skew_(print.skew), colored_(colored.size()) {
  for (const Component& component : colored) pieces_.push_back({component.box});
  for (const Component& component : print.runs.list)
    if (print.is_letter(component.box)) pieces_.push_back({component.box, true});
  for (std::size_t i = 0; i < pieces_.size(); ++i) rows_.push_back(i);
  join_neighbors();
  for (std::size_t& row : rows_) row = rows_[row];
}

std::vector<std::uint8_t> ColoredRows::in_line() const {
  struct Row {
    std::vector<std::size_t> members;
    std::size_t dark = 0;
  };
  std::vector<Row> rows(pieces_.size());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    Row& row = rows[row_of(i)];
    row.members.push_back(i);
    row.dark += pieces_[i].is_dark;
  }
  std::vector<std::uint8_t> found(colored_);
  for (const Row& row : rows) {
    if (row.members.empty() || (row.dark < 2 && !is_level(row.members))) continue;
    for (const std::size_t member : row.members)
      if (member < colored_) found[member] = 1;
  }
  return found;
}

/// Whether two neighbors may be letters of one line.
bool ColoredRows::are_in_line(const Piece& one, const Piece& other) const {
  constexpr double kLeast = 0.45, kLeastBesidePrint = 0.6, kOff = 0.15;
  const auto [low, high] = std::minmax(one.box.height, other.box.height);
  if (one.box.height < 0.3 * letter_ || other.box.height < 0.3 * letter_) return false;
  if (low < (one.is_dark != other.is_dark ? kLeastBesidePrint : kLeast) * high) return false;
  return std::abs(bottom(one.box) - bottom(other.box)) <= kOff * high ||
         std::abs(top(one.box) - top(other.box)) <= kOff * high;
}

void ColoredRows::join_neighbors() {
  std::vector<cv::Rect> boxes;
  for (const Piece& piece : pieces_) boxes.push_back(piece.box);
  const BoxIndex index(boxes, std::max(8.0, letter_));
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const cv::Rect& box = pieces_[i].box;
    const int reach = static_cast<int>(1.2 * std::min<double>(box.height, 4 * letter_));
    index.any_over({box.x + box.width / 2, box.y, box.width / 2 + reach, box.height},
                   [&](std::uint32_t other) {
                     if (other != i && are_in_line(pieces_[i], pieces_[other])) join(i, other);
                     return false;
                   });
  }
}

/// Whether a row of letters, or of one component that is as long, is as level as the page. Pieces of rings
/// and strokes that are taller than letters are level by chance.
bool ColoredRows::is_level(const std::vector<std::size_t>& members) const {
  constexpr double kSlope = 0.035, kOff = 0.15, kOffOfTall = 0.06, kTall = 1.8;
  constexpr std::size_t kFew = 3, kFewTall = 4;
  const auto by_left = [&](std::size_t one, std::size_t other) {
    return pieces_[one].box.x < pieces_[other].box.x;
  };
  const auto [first, last] = std::minmax_element(members.begin(), members.end(), by_left);
  const cv::Rect &left = pieces_[*first].box, &right = pieces_[*last].box;
  const double length = right.br().x - left.x, height = std::max(left.height, right.height);
  const bool is_tall = height > kTall * letter_;
  if (members.size() < (is_tall ? kFewTall : kFew) && (is_tall || length < 2.5 * height)) return false;
  const double drift = std::min(std::abs(bottom(right) - bottom(left)), std::abs(top(right) - top(left)));
  return drift <= std::max((is_tall ? kOffOfTall : kOff) * height, kSlope * length);
}

std::size_t ColoredRows::root(std::size_t piece) {
  while (rows_[piece] != piece) {
    rows_[piece] = rows_[rows_[piece]];
    piece = rows_[piece];
  }
  return piece;
}

void ColoredRows::join(std::size_t one, std::size_t other) {
  one = root(one);
  other = root(other);
  rows_[std::max(one, other)] = std::min(one, other);
}

}  // namespace ocelli::internal
