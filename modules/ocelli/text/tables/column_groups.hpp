#pragma once

#include "ocelli/text/tables/table_grid.hpp"

namespace ocelli::internal {

/// Splits the columns of a ruled grid that contain several columns of the table, as in tables without rules
/// between all columns: most lines have a text in several of them, none of which are currency signs alone.
/// A text over several of them stays in one cell.
void split_columns(TableGrid& grid);

}  // namespace ocelli::internal
