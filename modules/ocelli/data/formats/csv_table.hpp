#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {

using CsvRow = std::vector<std::string>;

/// The separator of cells with any number of spaces and tabs between them.
inline constexpr char kBlanks = ' ';

/// The cells of a line, without surrounding blanks. A cell in double quotes may contain separators and
/// doubled quotes. Throws Error(Kind::input), without a place, for a line that is too long or badly quoted.
CsvRow split_cells(std::string_view line, char separator = ',');

/// The text as a cell of a comma-separated table, quoted where necessary.
std::string csv_cell(const std::string& text);

/// Cells of a row, separated by commas; no line end.
std::string csv_cells(const CsvRow& row);

/// Iterates over the rows of a table. A cell in double quotes may also contain line ends. Blank lines are
/// skipped.
/// Source  RFC 4180; LineReader for line ends.
class CsvRows {
 public:
  CsvRows(std::string_view text, char separator) : lines_(text), separator_(separator) {}

  /// The cells of the next row, without surrounding blanks, or nothing at the end. They are valid until the
  /// next call.
  /// Throws  Error(Kind::input), without a place, for a row that is too long or badly quoted. The next call
  /// continues with the line below.
  /// Cost    one pass over a row without quotes.
  std::optional<std::span<const std::string_view>> next();
  /// The line that this row begins on, from 1.
  int line() const { return line_; }
  /// The first line of this row as it is written.
  std::string_view first_line() const { return first_line_; }

 private:
  std::string_view next_row();
  std::string_view row_from(std::string_view row);
  void split_plain(std::string_view row);
  void split_quoted(std::string_view row);

  LineReader lines_;
  char separator_;
  int line_ = 0;
  std::string_view first_line_;
  std::vector<std::string_view> cells_;
  CsvRow unquoted_;  ///< storage for cells that had to be unquoted
};

/// The first row of a table, which names the columns. All rows below have the same number of cells.
class CsvHeader {
 public:
  /// Reads the first nonblank line. Throws Error(Kind::input) naming `source` when there is none or it is
  /// badly quoted.
  CsvHeader(LineReader& lines, std::string_view source);

  std::optional<std::size_t> find(std::string_view column) const;
  /// The same for a required column. Throws Error(Kind::input) naming `source` when it is missing.
  std::size_t at(std::string_view column) const;
  /// The cells of a data row. Throws Error(Kind::input), without a place, when their number differs from the
  /// header's.
  CsvRow row(std::string_view line) const;

 private:
  std::string source_;
  CsvRow names_;
};

}  // namespace ocelli::internal
