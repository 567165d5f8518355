#pragma once

#include <string>
#include <string_view>

namespace ocelli {

/// Whether a cell stands for a value that is not known: empty, ?, NA, N/A, nan or null, in any case.
bool is_missing(std::string_view cell);

/// Whether a cell is meant to be a number, of any size.
bool is_number(std::string_view cell);

/// Reads the numbers of a table.
class CellReader {
 public:
  /// Where semicolons separate cells, numbers may have decimal commas: all of them, or none. `remedy` is what to do about
  /// text.
  CellReader(char separator, std::string_view remedy) : takes_commas_(separator == ';'), remedy_(remedy) {}

  /// The number; NaN for a missing value. Throws Error(Kind::input), without a place, for any other text, saying what it
  /// is: "is 'red', not a number".
  float read(std::string_view cell);

 private:
  float read_odd(std::string_view cell);
  void require_same_mark(std::string_view cell, char mark);

  bool takes_commas_;
  std::string_view remedy_;
  char mark_ = 0;  ///< between a number's digits so far: a point, a comma, or neither yet
};

}  // namespace ocelli
