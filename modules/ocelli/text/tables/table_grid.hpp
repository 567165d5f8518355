#pragma once

#include <cstddef>
#include <opencv2/core/types.hpp>
#include <vector>

#include "ocelli/text/tables/table_words.hpp"

namespace ocelli::internal {

/// A cell of a grid, and its words.
struct GridCell {
  int row = 0, column = 0, row_span = 1, column_span = 1;
  std::vector<TableWord> words;

  int last_row() const { return row + row_span - 1; }
  int last_column() const { return column + column_span - 1; }
};

/// A table in the coordinates of the level ink. Each place is in exactly one cell.
struct TableGrid {
  std::vector<double> xs, ys;   ///< the bounds of columns and rows: one more than there are of those
  std::vector<GridCell> cells;  ///< by row, then by column
  /// Rows above a rule across the table, if there is one below the first rows; 0: unknown.
  int ruled_header = 0;

  int rows() const { return static_cast<int>(ys.size()) - 1; }
  int columns() const { return static_cast<int>(xs.size()) - 1; }
  cv::Rect box() const { return box_of({0, 0, rows(), columns(), {}}); }
  cv::Rect box_of(const GridCell& cell) const;
};

/// The index of the part between bounds that a place is in; the first or the last one for a place beyond.
int part_at(const std::vector<double>& bounds, double place);

/// Sorts the cells, and adds empty ones at the places without any.
void complete(TableGrid& grid);

/// The most columns and rows of a table. More are patterns, not tables.
inline constexpr int kMaxColumns = 100, kMaxRows = 500;

}  // namespace ocelli::internal
