#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/text/tables/table_grid.hpp"
#include "ocelli/text/tables/text_rows.hpp"

namespace ocelli::internal {

/// The row of the table that each row of text belongs to, from 0. Rows of text that continue the one above,
/// as wrapped texts do, are in the same row: they have no figures and no text in other columns, and are
/// closer to the row above than rows of the table are, or begin with lowercase letters beside an empty first
/// column. `bounds`: of the columns.
std::vector<std::size_t> row_groups(const std::vector<TextRow>& rows, const std::vector<double>& bounds);

/// Splits the rows of a ruled grid that contain several rows of the table, as in tables without rules between
/// rows: those with several lines of figures in a cell, and the longest one of a table with few rules.
void split_bands(TableGrid& grid);

/// Splits cells over many rows of a ruled grid that have a line of text in nearly each of them, as in a first
/// column without rules.
void split_lists(TableGrid& grid);

/// Splits the columns of a ruled grid that contain several columns of the table, as in tables without rules
/// between all columns: most lines have a text in several of them, none of which are currency signs alone.
/// A text over several of them stays in one cell.
void split_columns(TableGrid& grid);

}  // namespace ocelli::internal
