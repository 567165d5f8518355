#pragma once

#include <string>
#include <string_view>

namespace ocelli {

/// Whether a cell stands for a missing value: empty, ?, NA, N/A, nan or null, in any case.
bool is_missing(std::string_view cell);

/// Whether a cell reads as a number, of any size.
bool is_number(std::string_view cell);

/// Parses the numbers of a table.
class CellReader {
 public:
  /// With semicolons as separators, numbers may have decimal commas: all of them, or none. `remedy` is the advice in
  /// errors about text.
  CellReader(char separator, std::string_view remedy) : takes_commas_(separator == ';'), remedy_(remedy) {}

  /// The number; NaN for a missing value. Throws Error(Kind::input), without a place, for any other text, which it
  /// quotes: "is 'red', not a number".
  float read(std::string_view cell);

 private:
  float read_odd(std::string_view cell);
  void require_same_mark(std::string_view cell, char mark);

  bool takes_commas_;
  std::string_view remedy_;
  char mark_ = 0;  ///< the decimal mark seen so far: a point, a comma, or none yet
};

}  // namespace ocelli
