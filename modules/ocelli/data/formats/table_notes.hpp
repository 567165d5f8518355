#pragma once

#include <string>
#include <vector>

#include "ocelli/data/formats/column_survey.hpp"
#include "ocelli/data/formats/input_plan.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/samples/table_columns.hpp"

/// Notes about a table; part of labeled_csv.hpp.
namespace ocelli::internal {

/// What was found in a table while it was read for training.
struct TableFindings {
  const TableRows& rows;
  const TableLayout& layout;
  const TableSurvey& survey;
  const InputPlan& plan;
  const RowFindings& read;
  const TableColumns& columns;
};

/// Complete sentences: how a table was read, what was left out, and likely mistakes.
std::vector<std::string> notes_on(const TableFindings& found, const TableOptions& options);

/// What was left out, in a few words each: "3 rows without a label".
std::vector<std::string> left_out_of(const TableFindings& found);

/// Text outside a model's categories or among its numbers, and infinite numbers.
struct UnknownTexts {
  std::size_t cells = 0;
  std::string example = {};  ///< "such as 'x' in line 3, column 2 'size'"
};

UnknownTexts unknown_texts(const TableLayout& layout, const RowFindings& read);

/// Notes on a table that is read like another: text that the training categories do not cover, text among
/// numbers, and rows without a label, if they are left out.
std::vector<std::string> notes_like(const TableRows& rows, const TableLayout& layout, const RowFindings& read,
                                    Labels labels);

}  // namespace ocelli::internal
