#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/data/formats/column_survey.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/text_counts.hpp"
#include "ocelli/samples/table_columns.hpp"

/// What the inputs of a classifier are; part of labeled_csv.hpp.
namespace ocelli::internal {

/// How the columns of a table become inputs, and what was found on the way.
struct InputPlan {
  TableColumns columns;           ///< without fills and marks
  std::vector<TextCounts> texts;  ///< of each column with categories
  TextCounts labels;
  std::vector<std::size_t> identifiers;  ///< columns ignored because they only identify rows
  bool has_only_identifiers = false;     ///< then those with numbers are kept
  std::vector<std::size_t> blurred;      ///< numbers of which some are too close for a float
};

/// Decides what each input is:
///
///   number      more of its cells are numbers than texts, which then count as missing. But few different
///               values with several texts among them are categories.
///   date, time  most of its cells are.
///   categories  any other, and those that options name
///
/// Ignores texts that differ in nearly every row, and whole numbers that do in a column named id, index or
/// the like, if there are other inputs. An offset makes large numbers that are close to each other different
/// floats.
/// Throws  Error(Kind::input) for a table without inputs.
InputPlan plan_inputs(TableRows& rows, TableLayout& layout, const TableSurvey& survey,
                      const TableOptions& options, const MissingTexts& missing);

/// Refuses a label that is a measurement or names rows: it has nearly as many values as there are rows. The
/// message names a likely label.
/// Throws  Error(Kind::input).
void require_classes(const InputPlan& plan, const TableLayout& layout, const TableSurvey& survey,
                     const std::string& name);

/// A number, or a date in days and a time in seconds; nothing for other text. NaN for an infinite number.
std::optional<double> read_value(std::string_view cell, InputKind kind, char decimal_mark);

}  // namespace ocelli::internal
