#include "ocelli/data/formats/column_survey.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "ocelli/data/formats/table_dates.hpp"

namespace ocelli::internal {

void ColumnSurvey::add(std::string_view cell, const MissingTexts& missing_texts, int line) {
  if (missing_texts.has(cell)) {
    first_missing.note(line, cell);
    ++missing;
    marked += cell.empty() ? 0 : 1;
    return;
  }
  if (const std::optional<WrittenNumber> number = read_number(cell)) return add_number(*number, cell, line);
  if (add_date(cell)) return;
  ++texts_;
  first_text.note(line, cell);
}

void ColumnSurvey::add_number(const WrittenNumber& number, std::string_view cell, int line) {
  if (number.unit.empty()) {
    ++plain_;
  } else {
    if (with_unit_ == 0) unit_ = number.unit;
    same_unit_ = same_unit_ && unit_ == number.unit;
    ++with_unit_;
    first_text.note(line, cell);
  }
  compared += number.compared ? 1 : 0;
  if (!std::isfinite(number.value)) {
    first_infinite.note(line, cell);
    ++infinite;
    return;
  }
  const double first = count_up && plain_ > 1 ? low : number.value;
  count_up = count_up && (first == 0 || first == 1) && missing + texts_ + with_unit_ + dates + times == 0 &&
             number.value == first + static_cast<double>(plain_ - 1);
  marks.add(number);
  are_whole = are_whole && number.value == std::floor(number.value);
  low = std::min(low, number.value);
  high = std::max(high, number.value);
  largest = std::max({largest, std::abs(number.value), std::abs(number.as_thousands)});
}

bool ColumnSurvey::add_date(std::string_view cell) {
  const std::optional<WrittenDate> date = read_date(cell);
  if (!date) return false;
  if (!date->has_date()) {
    ++times;
    return true;
  }
  ++dates;
  clocks += date->seconds ? 1 : 0;
  days_first += date->begins_with_day ? 1 : 0;
  months_first += !date->may_begin_with_day && !date->begins_with_day ? 1 : 0;
  return true;
}

InputKind ColumnSurvey::kind() const {
  if (2 * times > values()) return InputKind::time;
  if (2 * dates <= values()) return InputKind::plain;
  const bool day_first = days_first > 0;
  if (clocks > 0) return day_first ? InputKind::moment_day_first : InputKind::moment;
  return day_first ? InputKind::date_day_first : InputKind::date;
}

TableSurvey survey_columns(TableRows& rows, const MissingTexts& missing) {
  TableSurvey survey;
  survey.columns.resize(rows.columns());
  rows.each(
      [&](std::span<const std::string_view> row) {
        ++survey.rows;
        for (std::size_t c = 0; c < row.size(); ++c) survey.columns[c].add(row[c], missing, rows.line());
      },
      [&](const std::string& reason) {
        survey.spoiled.push_back({place(rows.name(), rows.line()), reason});
      });
  for (const ColumnSurvey& column : survey.columns) survey.marks.add(column.marks);
  return survey;
}

}  // namespace ocelli::internal
