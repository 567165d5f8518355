#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

/// The cells of a table as people write them; part of labeled_csv.hpp.
namespace ocelli::internal {

/// Whether a cell is a missing value: empty, ?, NA, N/A, NaN, NULL, None, ., -, #N/A, -1.#IND and the like,
/// in any case.
bool is_missing(std::string_view cell);

/// The texts that mean a missing value in a table.
class MissingTexts {
 public:
  /// `more`: further texts, separated by commas.
  explicit MissingTexts(std::string_view more = {});

  bool has(std::string_view cell) const { return is_missing(cell) || is_told(cell); }
  /// The same for a label, which may be "None", "-" or another text that can be a name.
  bool has_label(std::string_view cell) const;
  /// Whether it is one of the further texts.
  bool is_told(std::string_view cell) const { return !told_.empty() && told_.contains(cell); }

 private:
  std::set<std::string, std::less<>> told_;
};

/// A number with points or commas in it.
struct WrittenNumber {
  /// What its points and commas say about the decimal mark of its column. A number such as 1.234 may have
  /// decimals or thousands.
  enum class Evidence : std::uint8_t {
    none,
    decimal_point,
    decimal_comma,
    point_or_thousands,
    comma_or_thousands
  };

  double value = 0;
  double as_thousands = 0;  ///< if its only mark separates thousands
  Evidence evidence = Evidence::none;
  bool compared = false;       ///< "<5", "~5", "5+": near the number
  std::string_view unit = {};  ///< letters after it, such as kg; none for percent and currencies

  /// The value in a column with this decimal mark.
  double with(char decimal_mark) const {
    const bool is_thousands = (evidence == Evidence::point_or_thousands && decimal_mark == ',') ||
                              (evidence == Evidence::comma_or_thousands && decimal_mark == '.');
    return is_thousands ? as_thousands : value;
  }
};

/// Reads a number as people write it: 1234.5, 1,234.5, 1.234,5, 1 234, 1'234, $5, 5 EUR, 12 %, (5), 5-, -.5,
/// 1e-3, <5, 3 kg, 1.5M. Also the words inf and infinity. Nothing for other text, and for missing values.
std::optional<WrittenNumber> read_number(std::string_view cell);

/// Whether a cell reads as a number, of any size, without a unit.
bool is_number(std::string_view cell);

/// Finds the decimal mark of a column from its numbers.
class DecimalMarks {
 public:
  void add(const WrittenNumber& number);
  void add(const DecimalMarks& other);
  bool is_known() const { return points_ > 0 || commas_ > 0; }
  bool is_ambiguous() const { return either_point_ + either_comma_ > 0; }

  /// The mark of the column. `table`: the marks of all columns. `known`: that of a model, or 0. Without any
  /// evidence, "1,234" has thousands, and so has "1.234" between semicolons, as `between` tells, but not
  /// between commas.
  char mark(const DecimalMarks& table, char known, char between) const;

 private:
  std::size_t points_ = 0, commas_ = 0, either_point_ = 0, either_comma_ = 0;
  bool has_large_plain_ = false;  ///< 1000 or more without a mark, so thousands are not separated
};

/// True and false in any spelling: 1 for true, yes, y, t and on, 0 for their opposites, also in German,
/// French and Spanish; nothing for other text.
std::optional<bool> read_boolean(std::string_view cell);

}  // namespace ocelli::internal
