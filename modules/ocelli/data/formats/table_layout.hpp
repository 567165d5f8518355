#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/column_survey.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/samples/table_columns.hpp"

/// How the rows of a table become samples; part of labeled_csv.hpp.
namespace ocelli::internal {

/// Whether samples need labels.
enum class Labels : std::uint8_t { needed, optional };

struct TableLayout {
  static constexpr std::int32_t kLabel = -1, kIgnored = -2;

  char separator = ',';
  CsvRow header;                      ///< the names of the columns; empty without a header
  std::vector<std::int32_t> targets;  ///< for each cell of a row: the index of the input, kLabel or kIgnored
  std::vector<std::size_t> categories = {};  ///< columns that are text whatever they contain

  std::size_t inputs() const;
  std::optional<std::size_t> label() const;  ///< its column
  bool has_labels() const { return label().has_value(); }
  /// "column 3 'age'", for messages; the argument counts from 0.
  std::string column_name(std::size_t column) const;
};

/// The column that an option refers to: by name, by number from 1, or "first" or "last". Throws
/// Error(Kind::usage) naming the option if there is no such column, or more than one with the name.
std::size_t find_column(const std::string& wanted, const TableLayout& layout, const std::string& option);

/// The layout of a table, chosen from its columns. The label is by default the last column with a value.
/// Columns without a value are ignored. Throws Error(Kind::usage) naming the option for columns that do not
/// exist, Error(Kind::input) for a table without inputs.
TableLayout choose_layout(const TableRows& rows, const TableSurvey& survey, const TableOptions& options);

/// Whether the options ask to keep columns that only identify rows.
bool keeps_identifiers(const TableOptions& options);

/// Ignores one more column.
void ignore_input(TableLayout& layout, std::size_t column);

/// The same for a table read like another one with known columns. Columns are matched by name if both tables
/// have names, so that they may be in any order and mixed with others; a name may differ in case and
/// punctuation. Columns of the same name are matched in their order. Without names columns are matched by
/// position: all columns, all but the label, or only the inputs. Throws Error(Kind::input) naming all that is
/// missing.
TableLayout layout_like(const TableRows& rows, const TableColumns& columns, Labels labels);

/// The name of a column without case, blanks and punctuation.
std::string plain_name(std::string_view name);

/// The columns of a chosen layout.
TableColumns columns_of(const TableLayout& layout);

}  // namespace ocelli::internal
