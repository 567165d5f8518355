#include "ocelli/text/tables/grid_groups.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

/// Relative to the distance of the rows of the table.
constexpr double kTight = 0.8, kLoose = 1.3;

constexpr std::size_t kFewBands = 3;   ///< of a table whose rows are not ruled
constexpr std::size_t kManyLines = 3;  ///< of a band that is split in such a table
constexpr double kMostLines = 0.7;     ///< share of the lines of a cell

std::set<int> columns_of(const TextRow& row, const std::vector<double>& bounds) {
  std::set<int> columns;
  for (const TextChunk& chunk : row.chunks) columns.insert(part_at(bounds, (chunk.left + chunk.right) / 2.0));
  return columns;
}

bool has_figures(const TextRow& row) {
  return std::ranges::any_of(row.chunks, [](const TextChunk& chunk) { return chunk.is_figure(); });
}

bool begins_small(const TextRow& row) {
  return std::ranges::all_of(row.chunks, [](const TextChunk& chunk) {
    const std::string text = chunk.words.front().word.text();
    return std::islower(static_cast<unsigned char>(text[0])) != 0;
  });
}

/// The typical distance above rows that surely begin a row of the table.
double pitch_of(const std::vector<TextRow>& rows) {
  std::vector<double> pitches;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].chunks.size() > 1 || has_figures(rows[i]))
      pitches.push_back(rows[i].middle - rows[i - 1].middle);
  }
  return pitches.empty() ? typical_pitch(rows) : median(std::move(pitches));
}

/// The words of the cells that are in a row alone.
std::vector<TableWord> words_of(const TableGrid& grid, int row) {
  std::vector<TableWord> words;
  for (const GridCell& cell : grid.cells) {
    if (cell.row == row && cell.row_span == 1)
      words.insert(words.end(), cell.words.begin(), cell.words.end());
  }
  return words;
}

bool is_list_of_figures(const GridCell& cell) {
  const std::vector<TextRow> lines = text_rows(cell.words);
  const auto figures = std::ranges::count_if(lines, [](const TextRow& line) {
    return std::ranges::all_of(line.chunks, [](const TextChunk& chunk) { return chunk.is_figure(); });
  });
  return figures > 1 && static_cast<double>(figures) >= kMostLines * static_cast<double>(lines.size());
}

bool has_list_of_figures(const TableGrid& grid, int row) {
  return std::ranges::any_of(grid.cells, [&](const GridCell& cell) {
    return cell.row == row && cell.row_span == 1 && is_list_of_figures(cell);
  });
}

/// The bounds between groups of rows within a band.
std::vector<double> bounds_between(const std::vector<TextRow>& rows, const std::vector<std::size_t>& groups,
                                   double top, double bottom) {
  std::vector<double> bounds{top};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (groups[i] != groups[i - 1]) bounds.push_back((rows[i - 1].bottom + rows[i].top) / 2.0);
  }
  bounds.push_back(bottom);
  return bounds;
}

void split_band(TableGrid& grid, int row, const std::vector<double>& bounds) {
  const int more = static_cast<int>(bounds.size()) - 2;
  std::vector<GridCell> cells;
  for (GridCell& cell : grid.cells) {
    if (cell.row == row && cell.row_span == 1) {
      for (int i = 0; i <= more; ++i) cells.push_back({row + i, cell.column, 1, cell.column_span, {}});
      const std::size_t first = cells.size() - static_cast<std::size_t>(more) - 1;
      for (TableWord& word : cell.words)
        cells[first + static_cast<std::size_t>(part_at(bounds, word.middle))].words.push_back(
            std::move(word));
      continue;
    }
    if (cell.row > row) {
      cell.row += more;
    } else if (cell.last_row() >= row) {
      cell.row_span += more;
    }
    cells.push_back(std::move(cell));
  }
  grid.cells = std::move(cells);
  grid.ys.insert(grid.ys.begin() + row + 1, bounds.begin() + 1, bounds.end() - 1);
  complete(grid);
}

/// Whether each line of a cell over many rows is in a row of its own, and few rows are without one.
bool is_list_beside_rows(const GridCell& cell, const std::vector<double>& ys) {
  constexpr std::size_t kListRows = 4;
  const std::vector<TextRow> lines = text_rows(cell.words);
  std::set<int> rows;
  for (const TextRow& line : lines) rows.insert(part_at(ys, line.middle));
  return lines.size() >= kListRows && rows.size() == lines.size() &&
         static_cast<double>(lines.size()) >= kMostLines * cell.row_span;
}

}  // namespace

std::vector<std::size_t> row_groups(const std::vector<TextRow>& rows, const std::vector<double>& bounds) {
  const double pitch = pitch_of(rows);
  std::vector<std::size_t> groups;
  std::set<int> filled;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::set<int> columns = columns_of(rows[i], bounds);
    const double step = i == 0 ? 0 : rows[i].middle - rows[i - 1].middle;
    const bool wraps =
        step <= kTight * pitch || (step <= kLoose * pitch && !columns.contains(0) && begins_small(rows[i]));
    const bool continues = i > 0 && wraps && !has_figures(rows[i]) && std::ranges::includes(filled, columns);
    if (!continues) filled = columns;
    groups.push_back(i == 0 ? 0 : groups.back() + (continues ? 0 : 1));
  }
  return groups;
}

void split_lists(TableGrid& grid) {
  std::vector<GridCell> cells;
  for (GridCell& cell : grid.cells) {
    if (cell.row_span == 1 || !is_list_beside_rows(cell, grid.ys)) {
      cells.push_back(std::move(cell));
      continue;
    }
    for (int i = 0; i < cell.row_span; ++i)
      cells.push_back({cell.row + i, cell.column, 1, cell.column_span, {}});
    const std::size_t first = cells.size() - static_cast<std::size_t>(cell.row_span);
    for (TableWord& word : cell.words) {
      const int row = std::clamp(part_at(grid.ys, word.middle) - cell.row, 0, cell.row_span - 1);
      cells[first + static_cast<std::size_t>(row)].words.push_back(std::move(word));
    }
  }
  grid.cells = std::move(cells);
  complete(grid);
}

void split_bands(TableGrid& grid) {
  std::vector<std::vector<TextRow>> bands;
  bands.reserve(static_cast<std::size_t>(grid.rows()));
  for (int row = 0; row < grid.rows(); ++row) bands.push_back(text_rows(words_of(grid, row)));
  const auto filled = std::ranges::count_if(bands, [](const auto& rows) { return !rows.empty(); });
  const bool has_few = filled <= static_cast<std::ptrdiff_t>(kFewBands);
  for (int row = grid.rows() - 1; row >= 0; --row) {
    const std::vector<TextRow>& rows = bands[static_cast<std::size_t>(row)];
    if (rows.size() < 2) continue;
    if (!has_list_of_figures(grid, row) && !(has_few && rows.size() >= kManyLines)) continue;
    const auto band = static_cast<std::size_t>(row);
    const std::vector<double> bounds =
        bounds_between(rows, row_groups(rows, grid.xs), grid.ys[band], grid.ys[band + 1]);
    if (grid.rows() + static_cast<int>(bounds.size()) > kMaxRows) return;
    if (bounds.size() > 2) split_band(grid, row, bounds);
  }
}

}  // namespace ocelli::internal
