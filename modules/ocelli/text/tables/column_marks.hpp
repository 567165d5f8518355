#pragma once

#include "ocelli/text/tables/table_grid.hpp"

namespace ocelli::internal {

/// Restores lost marks of numbers and codes ("791.43" read as "79143", "AB-123" as "AB123") where most cells
/// of the column have the mark before as many digits, and those of thousands where the table has them. The
/// image has to allow it: a glyph beside the place is not clear, as one that the mark touches, or the white
/// there is wider than usual. A restored mark is doubted. Corrects decimal marks that differ from those of
/// the column, and drops further marks among decimals.
/// Cost  O(glyphs).
void restore_marks(TableGrid& grid);

}  // namespace ocelli::internal
