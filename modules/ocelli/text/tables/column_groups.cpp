#include "ocelli/text/tables/grid_groups.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "ocelli/text/tables/text_rows.hpp"
#include "ocelli/text/tables/white_columns.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kFewTextLines = 3;
constexpr double kWideSpace = 1;          ///< in x-heights
constexpr double kMostlySeveral = 0.6;    ///< share of the lines with several texts
constexpr double kMostlyInGroups = 0.85;  ///< share of these whose texts are each in one group

std::vector<TableWord> words_in_column(const TableGrid& grid, int column) {
  std::vector<TableWord> words;
  for (const GridCell& cell : grid.cells) {
    if (cell.column == column && cell.column_span == 1)
      words.insert(words.end(), cell.words.begin(), cell.words.end());
  }
  return words;
}

bool has_letter_or_digit(const TextChunk& chunk) {
  return std::ranges::any_of(chunk.words, [](const TableWord& word) {
    return std::ranges::any_of(word.word.text(), [](unsigned char byte) { return std::isalnum(byte) != 0; });
  });
}

/// Whether each group of a column has texts with letters or digits in most lines.
bool are_filled(const std::vector<TextRow>& lines, const std::vector<double>& separators) {
  std::vector<std::size_t> texts(separators.size() + 1, 0);
  for (const TextRow& line : lines) {
    for (const TextChunk& chunk : line.chunks) {
      const double middle = (chunk.left + chunk.right) / 2.0;
      const auto group = std::upper_bound(separators.begin(), separators.end(), middle) - separators.begin();
      if (has_letter_or_digit(chunk)) ++texts[static_cast<std::size_t>(group)];
    }
  }
  return std::ranges::all_of(texts, [&](std::size_t count) { return 2 * count >= lines.size(); });
}

/// The places between the columns that a ruled column contains; empty if it is one.
std::vector<double> separators_in(const TableGrid& grid, int column) {
  const std::vector<TextRow> lines = text_rows(words_in_column(grid, column));
  const auto several =
      std::ranges::count_if(lines, [](const TextRow& line) { return line.chunks.size() > 1; });
  if (lines.size() < kFewTextLines ||
      static_cast<double>(several) < kMostlySeveral * static_cast<double>(lines.size()))
    return {};
  std::vector<double> separators = white_columns(lines);
  const bool are_columns =
      share_in_columns(lines, separators) >= kMostlyInGroups && are_filled(lines, separators);
  return are_columns ? separators : std::vector<double>();
}

/// Whether a text is over a place between columns: a word, or words with no more than a space there.
bool is_over(const TextChunk& chunk, double place) {
  double left = chunk.left, right = chunk.right, x_height = 0;
  for (const TableWord& word : chunk.words) {
    if (word.box.x < place && word.right() > place) return true;
    if (word.right() <= place) left = std::max<double>(left, word.right());
    if (word.box.x >= place) right = std::min<double>(right, word.box.x);
    x_height = std::max(x_height, word.x_height);
  }
  return chunk.left < place && chunk.right > place && right - left < kWideSpace * x_height;
}

/// Whether a text of the cell is over a place between columns.
bool is_over_any(const GridCell& cell, const std::vector<double>& separators) {
  for (const TextRow& line : text_rows(cell.words)) {
    for (const TextChunk& chunk : line.chunks) {
      if (std::ranges::any_of(separators, [&](double at) { return is_over(chunk, at); })) return true;
    }
  }
  return false;
}

/// The parts of a cell between separators.
std::vector<GridCell> parts_of_cell(GridCell cell, const std::vector<double>& separators) {
  std::vector<GridCell> parts;
  for (std::size_t i = 0; i <= separators.size(); ++i)
    parts.push_back({cell.row, cell.column + static_cast<int>(i), cell.row_span, 1, {}});
  for (TableWord& word : cell.words) {
    const auto part = std::upper_bound(separators.begin(), separators.end(), word.center());
    parts[static_cast<std::size_t>(part - separators.begin())].words.push_back(std::move(word));
  }
  return parts;
}

void split_column(TableGrid& grid, int column, const std::vector<double>& separators) {
  const int more = static_cast<int>(separators.size());
  std::vector<GridCell> cells;
  for (GridCell& cell : grid.cells) {
    if (cell.column == column && cell.column_span == 1 && !is_over_any(cell, separators)) {
      std::ranges::move(parts_of_cell(std::move(cell), separators), std::back_inserter(cells));
      continue;
    }
    if (cell.column > column) {
      cell.column += more;
    } else if (cell.last_column() >= column) {
      cell.column_span += more;
    }
    cells.push_back(std::move(cell));
  }
  grid.cells = std::move(cells);
  grid.xs.insert(grid.xs.begin() + column + 1, separators.begin(), separators.end());
  complete(grid);
}

}  // namespace

void split_columns(TableGrid& grid) {
  for (int column = grid.columns() - 1; column >= 0; --column) {
    const std::vector<double> separators = separators_in(grid, column);
    if (separators.empty() || grid.columns() + static_cast<int>(separators.size()) > kMaxColumns) continue;
    split_column(grid, column, separators);
  }
}

}  // namespace ocelli::internal
