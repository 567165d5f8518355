#pragma once

#include <vector>

#include "ocelli/text/tables/text_rows.hpp"

namespace ocelli::internal {

/// The places between the columns of a table, as white space shows: where chunks of hardly any row cross.
/// Rows of one chunk, as headings of sections, do not count. A column may have a chunk in one row only.
/// Source  the white space density graph of Rus and Summers 1994, Using white space for automated document
/// structuring.
/// Cost    O(n log n + columns n) in the chunks.
std::vector<double> white_columns(const std::vector<TextRow>& rows);

/// The share of the rows of several chunks whose chunks are each in a column of their own.
double share_in_columns(const std::vector<TextRow>& rows, const std::vector<double>& separators);

}  // namespace ocelli::internal
