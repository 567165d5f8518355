#pragma once

#include <vector>

#include "ocelli/text/tables/text_rows.hpp"

namespace ocelli::internal {

/// Where the texts of a column lie. Chunks over several columns do not count.
struct ColumnExtent {
  int left = 0, right = 0;  ///< from the first to the last pixel of its texts
  bool has_left = false;    ///< whether most texts begin at one place
  bool has_right = false;   ///< whether most texts end at one place
  std::size_t texts = 0, figures = 0;
};

/// The extents of the columns between separators (white_columns()).
std::vector<ColumnExtent> column_extents(const std::vector<TextRow>& rows,
                                         const std::vector<double>& separators);

/// Whether rows with these separators are a table rather than parts of text that happen to be below each
/// other: as for a form, a letterhead or columns of running text. Between rules, less is required.
bool is_table(const std::vector<TextRow>& rows, const std::vector<double>& separators, bool between_rules);

}  // namespace ocelli::internal
