#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/samples/table_columns.hpp"

/// What the columns of a table contain; part of labeled_csv.hpp.
namespace ocelli::internal {

/// A cell for messages.
struct CellExample {
  int line = 0;  ///< 0: none
  std::string text;

  void note(int at, std::string_view cell) {
    if (line == 0) line = at, text = cell;
  }
};

/// Counts the cells of a column by what they are.
class ColumnSurvey {
 public:
  void add(std::string_view cell, const MissingTexts& missing, int line);

  std::size_t missing = 0, infinite = 0, compared = 0;
  std::size_t marked = 0;                        ///< missing cells that are not blank
  std::size_t dates = 0, clocks = 0, times = 0;  ///< of the dates, those with a time of day; times alone
  std::size_t days_first = 0, months_first = 0;  ///< dates that cannot be read the other way
  DecimalMarks marks;
  double largest = 0;  ///< absolute, of the numbers
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool are_whole = true, count_up = true;  ///< the numbers; from 0 or 1 on in steps of 1
  CellExample first_missing, first_text, first_infinite;

  /// Numbers, without units unless all have the same one.
  std::size_t numbers() const { return plain_ + (has_one_unit() ? with_unit_ : 0); }
  std::size_t texts() const { return texts_ + (has_one_unit() ? 0 : with_unit_); }
  std::size_t values() const { return plain_ + with_unit_ + texts_ + dates + times; }
  bool is_empty() const { return values() == 0; }
  std::string_view unit() const { return has_one_unit() && with_unit_ > 0 ? unit_ : std::string_view(); }

  /// What the column is if it is no text.
  InputKind kind() const;

 private:
  /// Units of numbers without one are not units: 5 and 5e in a column of codes.
  bool has_one_unit() const { return same_unit_ && texts_ == 0 && (plain_ == 0 || with_unit_ > plain_); }
  void add_number(const WrittenNumber& number, std::string_view cell, int line);
  bool add_date(std::string_view cell);

  std::size_t plain_ = 0, with_unit_ = 0, texts_ = 0;
  std::string unit_;
  bool same_unit_ = true;
};

/// All columns, and the rows that cannot be read.
struct TableSurvey {
  std::vector<ColumnSurvey> columns;
  std::size_t rows = 0;
  std::vector<Problem> spoiled;
  DecimalMarks marks;  ///< of all columns
};

/// Cost  one pass over the table, about 50 ns per number.
TableSurvey survey_columns(TableRows& rows, const MissingTexts& missing);

}  // namespace ocelli::internal
