#pragma once

#include <optional>

#include "ocelli/imaging/ruling_lines.hpp"
#include "ocelli/text/tables/table_grid.hpp"

namespace ocelli::internal {

/// The cells that the rules of a grid (ruled_grids()) enclose. Where a rule is missing between two places,
/// they are one cell. Outer rules may be missing. Returns nothing for fewer than two columns, or if too few
/// of the cells are upright rectangles, as in diagrams.
/// Source  the lattice of Nurminen 2013, Algorithmic extraction of data in tables in PDF documents, and cells
/// as unions of its places (Laurentini and Viada 1992, Identifying and understanding tabular material in
/// compound documents).
std::optional<TableGrid> ruled_grid(const RulingLines& rules, double x_height);

/// Moves words into the cells of a grid that their centers are in. A word that was read over a rule between
/// cells is cut there.
void take_words(TableGrid& grid, std::vector<TableWord>& words);

}  // namespace ocelli::internal
