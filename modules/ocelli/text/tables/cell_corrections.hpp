#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/tables/table_grid.hpp"

/// Corrections of cells from the rest of their rows and columns, as far as the image allows them.
namespace ocelli::internal {

/// Restores lost marks of numbers and codes ("791.43" read as "79143", "AB-123" as "AB123") where most cells
/// of the column have the mark before as many digits, and those of thousands where the table has them. The
/// image has to allow it: a glyph beside the place is not clear, as one that the mark touches, or the white
/// there is wider than usual. A restored mark is doubted. Corrects decimal marks that differ from those of
/// the column, and drops further marks among decimals.
/// Cost  O(glyphs).
void restore_marks(TableGrid& grid);

/// Makes the small first letters of cells capitals where most texts of the column or of the row begin with
/// capitals, and the image allows it: letters that look alike in both cases and are higher than small ones,
/// and an "i" without a gap below its dot. `ink`: of the level page.
/// Cost  O(cells).
void restore_capitals(TableGrid& grid, const cv::Mat& ink);

}  // namespace ocelli::internal
