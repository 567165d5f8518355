#include "ocelli/text/tables/ruled_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kSameBound = 0.9;  ///< between rules that are one bound of columns or rows
constexpr double kOpenEnd = 1.5;    ///< minimum overhang of rules beyond the last rule across
constexpr double kInner = 1.5;      ///< from a level rule to the end of an upright one inside the table
constexpr double kCutOff = 0.35;    ///< minimum part of a word beyond its cell

constexpr double kWall = 0.5;       ///< minimum share of a side of a place that is ruled
constexpr double kMostCells = 0.5;  ///< minimum share of places left when cells are made rectangles

/// Positions of the rules of one direction, each the mean of those nearby, and the ends of the rules across
/// beyond them.
std::vector<double> bounds_of(const std::vector<RulingLine>& rules, const std::vector<RulingLine>& across,
                              double x_height) {
  std::vector<double> places;
  places.reserve(rules.size());
  for (const RulingLine& rule : rules) places.push_back(rule.middle());
  int begin = across.front().begin, end = across.front().end;
  for (const RulingLine& rule : across) begin = std::min(begin, rule.begin), end = std::max(end, rule.end);
  std::ranges::sort(places);
  if (places.empty() || begin < places.front() - kOpenEnd * x_height) places.insert(places.begin(), begin);
  if (end > places.back() + kOpenEnd * x_height) places.push_back(end);
  std::vector<double> bounds;
  std::size_t count = 0;
  for (const double place : places) {
    if (!bounds.empty() && place - bounds.back() <= kSameBound * x_height) {
      ++count;
      bounds.back() += (place - bounds.back()) / static_cast<double>(count);
    } else {
      bounds.push_back(place);
      count = 1;
    }
  }
  return bounds;
}

/// Whether rules cover most of a line at `place` from `begin` to `end`.
bool has_wall(const std::vector<RulingLine>& rules, double place, double begin, double end, double x_height) {
  double covered = 0;
  for (const RulingLine& rule : rules) {
    if (std::abs(rule.middle() - place) > kSameBound * x_height) continue;
    covered += std::max(0.0, std::min<double>(rule.end, end) - std::max<double>(rule.begin, begin));
  }
  return covered >= kWall * (end - begin);
}

/// The places of a lattice, joined to cells.
class Lattice {
 public:
  Lattice(std::size_t rows, std::size_t columns) : columns_(columns), cell_(rows * columns) {
    for (std::size_t i = 0; i < cell_.size(); ++i)
      cell_[i] = cv::Rect(static_cast<int>(i % columns), static_cast<int>(i / columns), 1, 1);
  }

  /// Makes the rectangle around both cells one cell, with all cells that it meets.
  void join(std::size_t a, std::size_t b) {
    cv::Rect around = cell_[a] | cell_[b];
    for (bool grows = true; grows;) {
      cv::Rect larger = around;
      for_each(around, [&](std::size_t i) { larger |= cell_[i]; });
      grows = larger != around;
      around = larger;
    }
    for_each(around, [&](std::size_t i) { cell_[i] = around; });
  }

  const cv::Rect& cell(std::size_t i) const { return cell_[i]; }
  std::size_t count() const { return cell_.size(); }

 private:
  template <class Visit>
  void for_each(const cv::Rect& around, Visit&& visit) const {
    for (int y = around.y; y < around.br().y; ++y)
      for (int x = around.x; x < around.br().x; ++x)
        visit(static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x));
  }

  std::size_t columns_;
  std::vector<cv::Rect> cell_;  ///< of each place
};

Lattice joined_places(const TableGrid& grid, const RulingLines& rules, double x_height) {
  const auto rows = static_cast<std::size_t>(grid.rows()), columns = static_cast<std::size_t>(grid.columns());
  Lattice places(rows, columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t here = row * columns + column;
      if (column + 1 < columns &&
          !has_wall(rules.upright, grid.xs[column + 1], grid.ys[row], grid.ys[row + 1], x_height))
        places.join(here, here + 1);
      if (row + 1 < rows &&
          !has_wall(rules.level, grid.ys[row + 1], grid.xs[column], grid.xs[column + 1], x_height))
        places.join(here, here + columns);
    }
  }
  return places;
}

/// The rules, and a level one where upright rules end between level ones: below headings over several
/// columns.
RulingLines with_implied_rules(RulingLines rules, double x_height) {
  int begin = rules.level.front().begin, end = rules.level.front().end;
  for (const RulingLine& level : rules.level)
    begin = std::min(begin, level.begin), end = std::max(end, level.end);
  std::vector<RulingLine> implied;
  const auto note = [&](double y) {
    const auto near = [&](const RulingLine& level) {
      return std::abs(level.middle() - y) <= kInner * x_height;
    };
    const bool is_inner = y > rules.level.front().middle() && y < rules.level.back().middle();
    if (is_inner && std::ranges::none_of(rules.level, near) && std::ranges::none_of(implied, near))
      implied.push_back({y, 0, begin, end, 1});
  };
  for (const RulingLine& upright : rules.upright) note(upright.begin), note(upright.end);
  std::ranges::move(implied, std::back_inserter(rules.level));
  return rules;
}

const GridCell* cell_at(const TableGrid& grid, double x, double y) {
  const int column = part_at(grid.xs, x), row = part_at(grid.ys, y);
  const auto found = std::ranges::find_if(grid.cells, [&](const GridCell& cell) {
    return cell.row <= row && row <= cell.last_row() && cell.column <= column && column <= cell.last_column();
  });
  return found == grid.cells.end() ? nullptr : &*found;
}

bool fits(const TableWord& word, const cv::Rect& cell) {
  const double spare = kCutOff * word.x_height;
  return word.box.x >= cell.x - spare && word.right() <= cell.br().x + spare;
}

}  // namespace

std::optional<TableGrid> ruled_grid(const RulingLines& found, double x_height) {
  const RulingLines rules = with_implied_rules(found, x_height);
  TableGrid grid;
  grid.xs = bounds_of(rules.upright, rules.level, x_height);
  grid.ys = bounds_of(rules.level, rules.upright, x_height);
  if (grid.columns() < 2 || grid.rows() < 1 || grid.columns() > kMaxColumns || grid.rows() > kMaxRows)
    return std::nullopt;
  const Lattice places = joined_places(grid, rules, x_height);
  for (std::size_t i = 0; i < places.count(); ++i) {
    const cv::Rect& cell = places.cell(i);
    const std::size_t first = static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(grid.columns()) +
                              static_cast<std::size_t>(cell.x);
    if (first == i) grid.cells.push_back({cell.y, cell.x, cell.height, cell.width, {}});
  }
  if (static_cast<double>(grid.cells.size()) < kMostCells * static_cast<double>(places.count()))
    return std::nullopt;
  return grid;
}

void take_words(TableGrid& grid, std::vector<TableWord>& words) {
  const cv::Rect around = grid.box();
  std::vector<TableWord> outside;
  for (TableWord& word : words) {
    const cv::Point middle(static_cast<int>(word.center()), static_cast<int>(word.middle));
    const GridCell* const cell = around.contains(middle) ? cell_at(grid, middle.x, middle.y) : nullptr;
    if (cell == nullptr) {
      outside.push_back(std::move(word));
      continue;
    }
    const auto move_to = [&](const GridCell& target, TableWord part) {
      grid.cells[static_cast<std::size_t>(&target - grid.cells.data())].words.push_back(std::move(part));
    };
    if (word.from_file || fits(word, grid.box_of(*cell))) {
      move_to(*cell, std::move(word));
      continue;
    }
    const auto cell_of_glyph = [&](std::size_t i) {
      return cell_at(grid, word.glyphs[i].x + word.glyphs[i].width / 2.0, word.middle);
    };
    for (std::size_t first = 0, last = 0; first < word.glyphs.size(); first = last) {
      const GridCell* const of = cell_of_glyph(first);
      for (last = first + 1; last < word.glyphs.size() && cell_of_glyph(last) == of;) ++last;
      if (of != nullptr) move_to(*of, part_of(word, first, last));
    }
  }
  words = std::move(outside);
}

}  // namespace ocelli::internal
