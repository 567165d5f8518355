#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// Some columns of a table, as text.
struct ColumnCells {
  CsvRow names;              ///< of the columns; without a header, their numbers from 1
  std::vector<CsvRow> rows;  ///< the cells of each row below the header, in the order of the names
};

/// The cells of the columns in `wanted` (names or numbers from 1, separated by commas), whatever their role.
/// The table is read like the one that a classifier was trained on: see read_table_like(), which returns the
/// same number of rows: without a label if labels are needed, and with empty cells for a row that cannot be
/// read if they are optional. `option` is the option that `wanted` comes from. Throws  Error(Kind::usage)
/// naming the option for columns that do not exist, Error(Kind::input) like read_table_like(). Cost    about
/// 30 ns per cell of the table.
ColumnCells read_column_cells(const std::filesystem::path& path, const TableColumns& columns,
                              const std::string& wanted, const std::string& option, Labels labels,
                              const InputLimits& limits = {});

}  // namespace ocelli::internal
