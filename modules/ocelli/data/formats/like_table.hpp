#pragma once

#include <string>
#include <string_view>

#include "ocelli/data/formats/column_survey.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// A table that is read like the one a classifier was trained on; part of labeled_csv.hpp.
struct LikeTable {
  /// Keeps references to the text and the columns.
  /// Throws  as parse_table_like(), before anything is read as a sample.
  LikeTable(std::string_view text, const std::string& name, const TableColumns& columns, Labels labels);
  LikeTable(const LikeTable&) = delete;
  LikeTable& operator=(const LikeTable&) = delete;

  /// The decimal mark of each input's numbers.
  std::vector<char> decimal_marks() const;

  const TableColumns& columns;
  TableText source;
  TableRows rows;
  TableSurvey survey;
  TableLayout layout;
};

/// Columns at the end without a name and a value are left by spreadsheets.
void drop_empty_end(TableRows& rows, TableSurvey& survey, const MissingTexts& missing);

/// Throws  Error(Kind::input) for a table without rows, and if more rows cannot be read than can.
void require_rows(const TableRows& rows, const TableSurvey& survey);

}  // namespace ocelli::internal
