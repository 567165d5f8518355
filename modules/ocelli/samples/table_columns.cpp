#include "ocelli/samples/table_columns.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

bool are_categories(const std::vector<std::string>& texts) {
  const std::set<std::string_view> different(texts.begin(), texts.end());
  return different.size() == texts.size() && !different.contains("");
}

}  // namespace

std::size_t TableColumns::inputs() const {
  return static_cast<std::size_t>(std::ranges::count(roles, ColumnRole::input));
}

std::size_t TableColumns::values(std::size_t input) const {
  if (is_text(input)) return categories[input].size();
  const std::size_t own = has_clock(kind(input)) ? 6 : has_date(kind(input)) ? 5 : 1;
  return own + (has_mark(input) ? 1 : 0);
}

std::size_t TableColumns::width() const {
  std::size_t all = 0;
  for (std::size_t input = inputs(); input-- > 0;) all += values(input);
  return all;
}

void TableColumns::require_plain_inputs() const {
  std::size_t input = 0;
  for (std::size_t column = 0; column < roles.size(); ++column) {
    if (roles[column] != ColumnRole::input) continue;
    const bool is_plain = kind(input) == InputKind::plain;
    require(is_plain && offset(input) == 0, Kind::usage, [&] {
      const std::string name = names.empty() ? std::to_string(column + 1) : "'" + names[column] + "'";
      return "column " + name + " has " +
             (is_plain ? "numbers that need more digits than" : "dates or times, not") +
             " a 32-bit float, which this format has; train without it (--ignore-columns)";
    });
    ++input;
  }
}

void TableColumns::require_sound() const {
  require(std::ranges::all_of(roles, [](ColumnRole role) { return role <= ColumnRole::ignored; }),
          Kind::model, "a table column has an unknown role");
  require(inputs() > 0 && std::ranges::count(roles, ColumnRole::label) <= 1, Kind::model,
          "its table has no inputs, or more than one label");
  require(names.empty() || names.size() == roles.size(), Kind::model,
          "its table does not have one name per column");
  require(fills.empty() || fills.size() == inputs(), Kind::model,
          "its table does not have one replacement for missing values per input");
  require(std::ranges::all_of(fills, [](float fill) { return std::isfinite(fill); }), Kind::model,
          "a replacement for missing values is not finite");
  require(categories.empty() || categories.size() == inputs(), Kind::model,
          "its table does not have one list of categories per input");
  require(std::ranges::all_of(categories, are_categories), Kind::model,
          "the categories of a table column are not unique");
  require(missing_marks.empty() || missing_marks.size() == inputs(), Kind::model,
          "its table does not have one missing-value mark per input");
  for (std::size_t input = 0; input < missing_marks.size(); ++input)
    require(missing_marks[input] <= 1 && !(has_mark(input) && is_text(input)), Kind::model,
            "a missing-value mark is not on a numeric column");
  const auto is_for_inputs = [&](const auto& list) { return list.empty() || list.size() == inputs(); };
  require(is_for_inputs(kinds) && is_for_inputs(offsets) && is_for_inputs(decimal_marks), Kind::model,
          "its table does not have one kind, offset and decimal mark per input");
  for (std::size_t input = 0; input < kinds.size(); ++input)
    require(kinds[input] <= InputKind::time && (kinds[input] == InputKind::plain || !is_text(input)),
            Kind::model, "a table column has an unknown kind");
  require(std::ranges::all_of(offsets, [](double offset) { return std::isfinite(offset); }), Kind::model,
          "the offset of a table column is not finite");
  require(std::ranges::all_of(decimal_marks, [](std::uint8_t mark) { return mark == '.' || mark == ','; }),
          Kind::model, "a table column has an unknown decimal mark");
}

TableColumns plain_columns(std::size_t inputs) {
  TableColumns columns;
  columns.roles.assign(inputs, ColumnRole::input);
  columns.roles.push_back(ColumnRole::label);
  return columns;
}

void TableOptions::validate() const {
  check_options(*this);
  require(!label_column.empty(), Kind::usage, "must be first, last, a column's name or its number",
          "--label-column");
}

TableColumns TableLikeOptions::over(TableColumns columns) const {
  columns.form.separator = separator.value_or(columns.form.separator);
  columns.form.header = header.value_or(columns.form.header);
  if (missing == MissingLike::refuse) columns.fills.clear();
  return columns;
}

}  // namespace ocelli::internal
