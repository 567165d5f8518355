#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// The role of a table column for a classifier.
enum class ColumnRole : std::uint8_t { input, label, ignored };

/// The form of a table's text as specified by options; "auto" is detected from the text.
struct TableForm {
  std::string separator = "auto";  ///< auto, comma, semicolon or tab
  std::string header = "auto";     ///< auto, yes or no

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  /// Of this or anything else with the same members.
  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("separator", self.separator,
          "separator of a table's cells: comma, semicolon, tab, or auto: a semicolon if the first line has "
          "one, else a tab, else a comma",
          option::one_of("auto|comma|semicolon|tab").basic());
    visit("header", self.header,
          "whether the first line of a table names its columns: yes, no, or auto: if it holds no number",
          option::one_of("auto|yes|no"));
  }

  friend bool operator==(const TableForm&, const TableForm&) = default;
};

/// The columns of the table that a classifier was trained on, stored with it so that other tables are read
/// alike.
struct TableColumns {
  std::vector<ColumnRole> roles;   ///< of all columns, from the left; at most one label
  std::vector<std::string> names;  ///< of all columns; empty where the table had no header
  std::vector<float>
      fills;  ///< of each input, the replacement of a missing value; empty: missing values are rejected
  TableForm form = {};  ///< as specified in training; "auto" is detected for each table
  /// Of each input, the texts that have a value of 0 or 1 each, none for an input of numbers. Empty where all
  /// are of numbers.
  std::vector<std::vector<std::string>> categories = {};
  /// Of each input, 1 where its number is followed by a second value, which is 1 where the number is missing
  /// and 0 elsewhere; else 0. Empty where no input has one. What is missing often tells something, which its
  /// replacement hides.
  std::vector<std::uint8_t> missing_marks = {};

  std::size_t inputs() const;
  bool is_text(std::size_t input) const { return !categories.empty() && !categories[input].empty(); }
  bool has_mark(std::size_t input) const { return !missing_marks.empty() && missing_marks[input] != 0; }
  /// The values of an input, counted from the left: one for numbers, and one for its mark; one a category for
  /// text.
  std::size_t values(std::size_t input) const {
    return is_text(input) ? categories[input].size() : has_mark(input) ? 2 : 1;
  }
  /// The values of a sample: those of all inputs.
  std::size_t width() const;

  /// Throws Error(Kind::model) unless there is an input, at most one label, matching numbers of names and
  /// finite fills, a valid form, and for none or all inputs a list of different, non-empty categories, and
  /// marks of numbers alone.
  void require_sound() const;

  friend bool operator==(const TableColumns&, const TableColumns&) = default;
};

/// Columns of a table without a header: `inputs` inputs, the label last, no missing values.
TableColumns plain_columns(std::size_t inputs);

/// Options of a table of samples; everything else is detected from its text.
struct TableOptions {
  std::string separator = "auto";     ///< auto, comma, semicolon or tab
  std::string header = "auto";        ///< auto, yes or no
  std::string label_column = "last";  ///< first, last, or a column's name or its number from 1
  std::string ignore_columns = {};    ///< names or numbers, separated by commas
  std::string missing = "median";     ///< median or refuse
  /// Columns that are categories although they hold numbers, as ignore_columns.
  std::string category_columns = {};

  TableForm form() const { return {separator, header}; }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    TableForm::describe(self, visit);
    visit("label-column", self.label_column,
          "the class column of a table: first, last, its name, or its number from 1", option::any().basic());
    visit("ignore-columns", self.ignore_columns,
          "columns of a table to ignore: names or numbers, separated by commas");
    // A checkpoint knows the values that the columns have become.
    visit("category-columns", self.category_columns,
          "columns of a table that hold categories although these are numbers, such as codes: names or "
          "numbers, separated by commas",
          option::any().may_change());
    visit("missing", self.missing,
          "replacement of a missing value of a table (an empty cell, ?, NA, N/A, nan, null): median: that of "
          "its column in training, or refuse: an error",
          option::one_of("median|refuse").basic());
  }
};

/// Options of a table that is read like the one in training; "model": as stored with the model.
struct TableLikeOptions {
  std::string separator = "model";  ///< or as TableForm
  std::string header = "model";     ///< or as TableForm
  std::string missing = "model";    ///< or refuse

  /// The columns of the training with these options applied.
  TableColumns over(TableColumns columns) const;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("separator", self.separator,
          "separator of a table's cells: comma, semicolon, tab, auto: detected, or model: as in "
          "training",
          option::one_of("model|auto|comma|semicolon|tab").basic());
    visit("header", self.header,
          "whether the first line of a table names its columns: yes, no, auto: detected, or model: as in "
          "training",
          option::one_of("model|auto|yes|no"));
    visit("missing", self.missing,
          "replacement of a missing value of a table: model: as in training, or refuse: an error",
          option::one_of("model|refuse").basic());
  }
};

}  // namespace ocelli::internal
