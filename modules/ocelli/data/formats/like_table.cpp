#include "ocelli/data/formats/like_table.hpp"

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli::internal {
namespace {

CsvRow input_names(const TableColumns& columns) {
  CsvRow names;
  for (std::size_t c = 0; c < columns.names.size(); ++c)
    if (columns.roles[c] == ColumnRole::input) names.push_back(columns.names[c]);
  return names;
}

TableForm form_of(const TableText& source, TableForm form) {
  if (source.is_converted()) form.separator = TableSeparator::comma, form.header = TableHeader::yes;
  return form;
}

std::string_view decoded(std::string_view text, const std::string& name) {
  require_utf8(text, name);
  return text;
}

}  // namespace

void drop_empty_end(TableRows& rows, TableSurvey& survey, const MissingTexts& missing) {
  const auto is_left = [&](std::size_t c) {
    const ColumnSurvey& column = survey.columns[c];
    return column.is_empty() && column.marked == 0 && (rows.header().empty() || rows.header()[c].empty());
  };
  std::size_t count = rows.columns();
  while (count > 1 && is_left(count - 1)) --count;
  if (count == rows.columns()) return;
  rows.keep_columns(count);
  survey = survey_columns(rows, missing);  // rows that were too short may fit now
}

void require_rows(const TableRows& rows, const TableSurvey& survey) {
  if (survey.spoiled.size() > survey.rows) {
    const Problem& first = survey.spoiled.front();
    const std::size_t more = survey.spoiled.size() - 1;
    throw Error(Kind::input,
                first.message + (more == 0 ? ""
                                           : "; " + std::to_string(more) + " more of its " +
                                                 std::to_string(survey.spoiled.size() + survey.rows) +
                                                 " rows cannot be read either: --separator may help"),
                first.where);
  }
  require(survey.rows > 0, Kind::input, "has a header but no rows", rows.name());
}

LikeTable::LikeTable(std::string_view text, const std::string& name, const TableColumns& model, Labels labels)
    : columns(model),
      source(as_rows(decoded(text, name), name)),
      rows(source.text(), name, form_of(source, model.form), input_names(model), source.lines_above()),
      survey(survey_columns(rows, MissingTexts(model.form.na_values))) {
  if (labels == Labels::needed || rows.columns() != columns.roles.size()) require_rows(rows, survey);
  require(survey.rows + survey.spoiled.size() > 0, Kind::input, "has a header but no rows", name);
  if (rows.columns() > columns.roles.size()) drop_empty_end(rows, survey, MissingTexts(model.form.na_values));
  rows.at_first_line([&] { layout = layout_like(rows, columns, labels); });
}

std::vector<char> LikeTable::decimal_marks() const {
  std::vector<char> marks(columns.inputs(), '.');
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    if (layout.targets[c] < 0) continue;
    const auto input = static_cast<std::size_t>(layout.targets[c]);
    const char known = columns.decimal_marks.empty() ? '.' : static_cast<char>(columns.decimal_marks[input]);
    marks[input] = survey.columns[c].marks.mark(survey.marks, known, rows.separator());
  }
  return marks;
}

}  // namespace ocelli::internal
