#pragma once

#include <optional>
#include <vector>

#include "ocelli/imaging/ruling_lines.hpp"
#include "ocelli/text/tables/table_grid.hpp"
#include "ocelli/text/tables/text_rows.hpp"

namespace ocelli::internal {

/// The table of rows whose columns are separated by white space. `rules`: level rules within the table, which
/// separate its rows or show which columns a heading is over.
///
/// A chunk in the first row without others beside it, and one that crosses columns, is over all columns that
/// it is centered over.
/// Requires  separators from white_columns() of these rows, at least one.
TableGrid white_grid(const std::vector<TextRow>& rows, const std::vector<double>& separators,
                     const std::vector<RulingLine>& rules);

}  // namespace ocelli::internal
