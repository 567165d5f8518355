#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/text_lines.hpp"

namespace ocelli {

using CsvRow = std::vector<std::string>;

/// The cells of a line, blanks around them aside. A cell in double quotes may hold commas, and quotes
/// doubled; it ends on its own line. Throws Error(Kind::input), without a place, for a line that is too long
/// or badly quoted.
CsvRow split_cells(std::string_view line);

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
