#pragma once

#include <vector>

#include "ocelli/imaging/ruling_lines.hpp"
#include "ocelli/text/tables/table_grid.hpp"

namespace ocelli::internal {

/// Each of these finds tables, moves their words out of `words`, and leaves all others there.

/// Tables whose columns are ruled: of ruled_grids().
std::vector<TableGrid> enclosed_tables(const std::vector<RulingLines>& grids, std::vector<TableWord>& words,
                                       double x_height);

/// Tables between level rules of one width, as in books. Rows directly above and below that fit belong to
/// them.
std::vector<TableGrid> tables_between_rules(const std::vector<RulingLine>& level,
                                            std::vector<TableWord>& words, double x_height);

/// Tables without rules, or with a rule here and there.
std::vector<TableGrid> white_tables(const std::vector<RulingLine>& level, std::vector<TableWord>& words,
                                    double x_height);

}  // namespace ocelli::internal
