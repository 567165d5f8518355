#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// The role of a table column for a classifier.
enum class ColumnRole : std::uint8_t { input, label, ignored };

/// What an input of a table is: a number or text (plain), or a date or a time of day. A moment is a date with
/// a time of day. Numbers such as 3/4/2020 begin with the month, unless the day comes first.
enum class InputKind : std::uint8_t { plain, date, date_day_first, moment, moment_day_first, time };

constexpr bool has_date(InputKind kind) { return kind != InputKind::plain && kind != InputKind::time; }
constexpr bool has_clock(InputKind kind) {
  return kind == InputKind::moment || kind == InputKind::moment_day_first;
}
constexpr bool is_day_first(InputKind kind) {
  return kind == InputKind::date_day_first || kind == InputKind::moment_day_first;
}

/// What separates the cells of a table; automatic: detected from its text.
enum class TableSeparator : std::uint8_t { automatic, comma, semicolon, tab, bar, blanks };
constexpr auto names_of(TableSeparator) {
  using enum TableSeparator;
  return std::array{
      std::pair{automatic, "auto"}, std::pair{comma, "comma"}, std::pair{semicolon, "semicolon"},
      std::pair{tab, "tab"},        std::pair{bar, "bar"},     std::pair{blanks, "blanks"}};
}

/// Whether the first line of a table names its columns; automatic: detected from its text.
enum class TableHeader : std::uint8_t { automatic, yes, no };
constexpr auto names_of(TableHeader) {
  using enum TableHeader;
  return std::array{std::pair{automatic, "auto"}, std::pair{yes, "yes"}, std::pair{no, "no"}};
}

/// How to treat a missing value of a table.
enum class MissingValues : std::uint8_t { median, refuse };
constexpr auto names_of(MissingValues) {
  using enum MissingValues;
  return std::array{std::pair{median, "median"}, std::pair{refuse, "refuse"}};
}

/// The same for a table that is read like the one in training.
enum class MissingLike : std::uint8_t { model, refuse };
constexpr auto names_of(MissingLike) {
  using enum MissingLike;
  return std::array{std::pair{model, "model"}, std::pair{refuse, "refuse"}};
}

/// The form of a table's text as specified by options.
struct TableForm {
  TableSeparator separator = TableSeparator::automatic;
  TableHeader header = TableHeader::automatic;
  std::string na_values =
      {};  ///< texts that mean a missing value besides the usual ones, with commas between

  /// Describes this or anything else with the same members.
  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit(
        "separator", self.separator,
        "separator of the cells of a table: comma, semicolon, tab, bar, blanks, or auto: the one that gives "
        "most lines the same number of cells",
        option::any().basic());
    visit("header", self.header,
          "whether the first line of a table names its columns: yes, no, or auto: if it holds no number, or "
          "differs from the lines below");
    visit("na-values", self.na_values,
          "texts that mean a missing value of a table (separated by commas) besides the usual ones, such as "
          "NA, ?, None and -");
  }

  friend bool operator==(const TableForm&, const TableForm&) = default;
};

/// The columns of the table that a classifier was trained on. They are stored with it so that other tables
/// are read alike.
struct TableColumns {
  std::vector<ColumnRole> roles;   ///< of all columns, from the left; at most one label
  std::vector<std::string> names;  ///< of all columns; empty where the table had no header
  /// The replacement of a missing value for each input. Empty if missing values are rejected.
  std::vector<float> fills;
  TableForm form = {};  ///< as specified in training; automatic settings are detected for each table
  /// For each input, the texts that have a value of 0 or 1 each, none for a numeric input. Empty if all are
  /// numeric.
  std::vector<std::vector<std::string>> categories = {};
  /// For each input, 1 if its number is followed by a second value that is 1 where the number is missing and
  /// 0 elsewhere; else 0. Empty if no input has one. A missing number often carries information that its
  /// replacement hides.
  std::vector<std::uint8_t> missing_marks = {};
  /// What each input is. Empty if all are plain.
  std::vector<InputKind> kinds = {};
  /// Subtracted from the number of each input, so that a float separates large numbers that are close to each
  /// other. For a date, the day that days are counted from. Empty if all are 0.
  std::vector<double> offsets = {};
  /// For each input, the decimal mark of its numbers, a point or a comma. Empty if all are points.
  std::vector<std::uint8_t> decimal_marks = {};

  std::size_t inputs() const;
  bool is_text(std::size_t input) const { return !categories.empty() && !categories[input].empty(); }
  bool has_mark(std::size_t input) const { return !missing_marks.empty() && missing_marks[input] != 0; }
  InputKind kind(std::size_t input) const { return kinds.empty() ? InputKind::plain : kinds[input]; }
  double offset(std::size_t input) const { return offsets.empty() ? 0 : offsets[input]; }
  /// The number of values of an input, counted from the left: one for a number; the days since the offset,
  /// year, month, day and weekday (0 is Monday) of a date, plus the seconds of the day for a moment; the
  /// seconds of the day for a time; for all of these one more for the mark; one per category for text.
  std::size_t values(std::size_t input) const;
  /// The number of values of a sample, over all inputs.
  std::size_t width() const;

  /// Throws Error(Kind::model) unless there is an input, at most one label, matching numbers of names and
  /// finite fills, a list of different, non-empty categories for none or all inputs, marks of numeric inputs
  /// only, and known kinds, finite offsets and decimal marks for none or all inputs.
  void require_sound() const;
  /// For formats whose inputs are floats and texts.
  /// Throws  Error(Kind::usage) naming the first input that is a date, a time, or a number that floats cannot
  /// hold.
  void require_plain_inputs() const;

  friend bool operator==(const TableColumns&, const TableColumns&) = default;
};

/// Columns of a table without a header: `inputs` inputs, the label last, no missing values.
TableColumns plain_columns(std::size_t inputs);

/// Options of a table of samples. Everything else is detected from its text.
struct TableOptions {
  TableSeparator separator = TableSeparator::automatic;
  TableHeader header = TableHeader::automatic;
  std::string label_column = "last";  ///< first, last, or a column's name or its number from 1
  /// Names or numbers, separated by commas, besides columns that only identify rows; or none: not even those.
  std::string ignore_columns = {};
  MissingValues missing = MissingValues::median;
  /// Columns that are categories although they contain numbers, like ignore_columns.
  std::string category_columns = {};
  std::string na_values = {};  ///< as of TableForm

  TableForm form() const { return {separator, header, na_values}; }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    TableForm::describe(self, visit);
    visit("label-column", self.label_column,
          "the class column of a table: first, last, its name, or its number from 1", option::any().basic());
    visit("ignore-columns", self.ignore_columns,
          "columns of a table to ignore (names or numbers, separated by commas), besides those that only "
          "identify rows; none: not even those");
    // A checkpoint contains the values that the columns were converted to.
    visit("category-columns", self.category_columns,
          "columns of a table that hold categories although these are numbers, such as codes (names or "
          "numbers, separated by commas)",
          option::any().may_change());
    visit(
        "missing", self.missing,
        "replacement of a missing value of a table (an empty cell, NA, ? and the like): median: that of its "
        "column in training, or refuse: an error",
        option::any().basic());
  }
};

/// Options of a table that is read like the one in training. Empty options keep what is stored with the
/// model.
struct TableLikeOptions {
  std::optional<TableSeparator> separator = {};
  std::optional<TableHeader> header = {};
  MissingLike missing = MissingLike::model;

  /// The columns used in training with these options applied.
  TableColumns over(TableColumns columns) const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("separator", self.separator,
          "separator of the cells of a table: comma, semicolon, tab, bar, blanks, auto: detected, or model: "
          "as in "
          "training",
          option::any().or_word("model").basic());
    visit("header", self.header,
          "whether the first line of a table names its columns: yes, no, auto: detected, or model: as in "
          "training",
          option::any().or_word("model"));
    visit("missing", self.missing,
          "replacement of a missing value of a table: model: as in training, or refuse: an error",
          option::any().basic());
  }
};

}  // namespace ocelli::internal
