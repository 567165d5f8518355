#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/csv_table.hpp"
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
  bool has_labels() const;
  /// "column 3 'age'", for messages; the argument counts from 0.
  std::string column_name(std::size_t column) const;
};

/// The separator of a table, from its first line outside quotes: a semicolon if there is one, else a tab that
/// is not next to a comma, else a comma.
char find_separator(std::string_view text);

/// The separator that the form specifies, or that is found in the text.
char separator_of(std::string_view text, const TableForm& form);

/// The column that an option refers to: by name, by number from 1, or "first" or "last". Throws
/// Error(Kind::usage) naming the option if there is no such column, or more than one with the name.
std::size_t find_column(const std::string& wanted, const TableLayout& layout, const std::string& option);

/// Whether a first row names columns: none of its cells is a number, and most are not missing values.
bool names_columns(std::span<const std::string_view> row);

/// The layout of a table, chosen from its first row. Throws Error(Kind::usage) naming the option for columns
/// that do not exist, Error(Kind::input) for a row without inputs.
TableLayout choose_layout(std::span<const std::string_view> first, char separator,
                          const TableOptions& options);

/// The same for a table read like another one with known columns and form. Columns are matched by name if
/// both tables have names, so that they may be in any order and mixed with others. Otherwise they are matched
/// by position: all columns, all but the label, or only the inputs. Throws Error(Kind::input) naming what is
/// missing.
TableLayout layout_like(std::span<const std::string_view> first, char separator, const TableColumns& columns,
                        Labels labels);

/// The columns of a chosen layout.
TableColumns columns_of(const TableLayout& layout);

}  // namespace ocelli::internal
