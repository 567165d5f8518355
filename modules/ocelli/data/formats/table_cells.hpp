#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// Whether a cell is a missing value: empty, ?, NA, N/A, nan or null, in any case.
bool is_missing(std::string_view cell);

/// Whether a cell reads as a number, of any size.
bool is_number(std::string_view cell);

/// Parses the numbers of a table.
class CellReader {
 public:
  /// With semicolons as separators, numbers may have decimal commas, but only all of them or none.
  explicit CellReader(char separator) : takes_commas_(separator == ';') {}

  /// The number; NaN for a missing value, nothing for text. Throws Error(Kind::input), without a place, for a
  /// number that is not finite or has a different decimal mark than earlier ones.
  std::optional<float> read(std::string_view cell);

 private:
  std::optional<float> read_odd(std::string_view cell);
  void require_same_mark(std::string_view cell, char mark);

  bool takes_commas_;
  char mark_ = 0;  ///< the decimal mark seen so far: a point, a comma, or none yet
};

}  // namespace ocelli::internal
