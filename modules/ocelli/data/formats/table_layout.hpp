#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/samples/table_columns.hpp"

/// How the rows of a table's text become samples; a part of labelled_csv.hpp.
namespace ocelli {

/// Whether samples can do without labels.
enum class Labels : std::uint8_t { needed, optional };

struct TableLayout {
  static constexpr std::int32_t kLabel = -1, kIgnored = -2;

  char separator = ',';
  CsvRow header;                      ///< the names of the columns; none without a header
  std::vector<std::int32_t> targets;  ///< of each cell of a row: the number of the input, kLabel or kIgnored

  std::size_t inputs() const;
  bool has_labels() const;
  /// "column 3 'age'", for messages; counted from 0 here.
  std::string column_name(std::size_t column) const;
};

/// The separator of a table: of its first line outside quotes, a semicolon where there is one, else a tab that stands
/// beside no comma, else a comma.
char find_separator(std::string_view text);

/// Whether a first row names columns: none of its cells is a number, and most are not missing values either.
bool names_columns(std::span<const std::string_view> row);

/// What a row is made of, told from the first one. Throws Error(Kind::usage) naming the option for columns that are not
/// there, Error(Kind::input) for a row without inputs.
TableLayout choose_layout(std::span<const std::string_view> first, char separator,
                          const TableOptions& options);

/// The same for a table that is read as another one was, of the form that is kept with its columns: by the names of columns where both have any, so that they may
/// stand in any order among others; else by their places, all of them, all but the label, or the inputs alone. Throws
/// Error(Kind::input) saying what is missing.
TableLayout layout_like(std::span<const std::string_view> first, char separator, const TableColumns& columns,
                        Labels labels);

/// The columns of a layout that was chosen.
TableColumns columns_of(const TableLayout& layout);

}  // namespace ocelli
