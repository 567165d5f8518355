#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli {

using CsvRow = std::vector<std::string>;

/// The cells of a line, blanks around them aside. A cell in double quotes may hold separators, and quotes
/// doubled. Throws Error(Kind::input), without a place, for a line that is too long or badly quoted.
CsvRow split_cells(std::string_view line, char separator = ',');

/// The text as a cell between commas: in quotes when it would otherwise be taken for something else.
std::string csv_cell(const std::string& text);

/// Walks a table row by row. A cell in double quotes may hold line ends too; blank lines are passed over.
/// Source  RFC 4180; LineReader for line ends.
class CsvRows {
 public:
  CsvRows(std::string_view text, char separator) : lines_(text), separator_(separator) {}

  /// The cells of the next row, blanks around them aside, or nothing at the end. They are valid until the next call.
  /// Throws  Error(Kind::input), without a place, for a row that is too long or badly quoted.
  /// Cost    of a row without quotes, a pass over it.
  std::optional<std::span<const std::string_view>> next();
  /// The line that this row begins on, from 1.
  int line() const { return line_; }

 private:
  std::string_view next_row();
  void split_plain(std::string_view row);
  void split_quoted(std::string_view row);

  LineReader lines_;
  char separator_;
  int line_ = 0;
  std::vector<std::string_view> cells_;
  CsvRow unquoted_;  ///< what cells are of where they had to be taken out of quotes
};

/// The first row of a table, which names the columns; all below it have as many cells.
class CsvHeader {
 public:
  /// Takes the first line with text. Throws Error(Kind::input) naming `source` when there is none or it is
  /// badly quoted.
  CsvHeader(LineReader& lines, std::string_view source);

  std::optional<std::size_t> find(std::string_view column) const;
  /// The same for a column that must be there. Throws Error(Kind::input) naming `source`.
  std::size_t at(std::string_view column) const;
  /// The cells of a row below. Throws Error(Kind::input), without a place, when their number is not the
  /// header's.
  CsvRow row(std::string_view line) const;

 private:
  std::string source_;
  CsvRow names_;
};

}  // namespace ocelli
