#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/tables/table_grid.hpp"

namespace ocelli::internal {

/// Makes the small first letters of cells capitals where most texts of the column or of the row begin with
/// capitals, and the image allows it: letters that look alike in both cases and are higher than small ones,
/// and an "i" without a gap below its dot. `ink`: of the level page.
/// Cost  O(cells).
void restore_capitals(TableGrid& grid, const cv::Mat& ink);

}  // namespace ocelli::internal
