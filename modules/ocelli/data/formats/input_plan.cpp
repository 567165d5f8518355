#include "ocelli/data/formats/input_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/table_dates.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMinIdentified = 10;

/// What a column is before its values are counted.
enum class Form : std::uint8_t { none, number, text, mixed };

Form form_of(const ColumnSurvey& column, bool is_told_text) {
  if (is_told_text) return Form::text;
  if (column.kind() != InputKind::plain) return Form::number;
  if (column.texts() + column.dates + column.times == 0) return Form::number;
  return column.numbers() > column.texts() ? Form::mixed : Form::text;
}

/// Whether a column of this name usually numbers the rows.
bool is_identifier_name(const std::string& name) {
  constexpr std::array<std::string_view, 18> kNames{
      "",     "id",   "index", "idx", "row", "rowid",    "nr",       "no",       "uid",
      "uuid", "guid", "rowno", "sno", "pk",  "rownames", "unnamed0", "serialno", "objectid"};
  if (std::ranges::find(kNames, plain_name(name)) != kNames.end()) return true;
  const std::string lower = in_lower_case(name);
  if (lower.ends_with("_id") || lower.ends_with(" id") || lower.ends_with("-id") || lower.ends_with(".id"))
    return true;
  // customerId, CustomerID
  return name.size() > 2 && (name.ends_with("Id") || name.ends_with("ID")) && name[name.size() - 3] >= 'a' &&
         name[name.size() - 3] <= 'z';
}

/// Whether floats may not separate the numbers of a column, because they are large or close to each other.
bool may_be_too_close(const ColumnSurvey& column) {
  constexpr double kExact = 1 << 24, kNarrow = 1.0 / 1024;
  return column.largest >= kExact || column.high - column.low < kNarrow * column.largest;
}

std::size_t different_floats(std::span<const double> sorted, double offset) {
  std::size_t count = sorted.empty() ? 0 : 1;
  for (std::size_t i = 1; i < sorted.size(); ++i)
    count += static_cast<float>(sorted[i] - offset) != static_cast<float>(sorted[i - 1] - offset) ? 1 : 0;
  return count;
}

std::size_t different(std::span<const double> sorted) {
  std::size_t count = sorted.empty() ? 0 : 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) count += sorted[i] != sorted[i - 1] ? 1 : 0;
  return count;
}

/// Counts the texts and collects the numbers that decide what the columns are.
class Planner {
 public:
  Planner(TableRows& rows, TableLayout& layout, const TableSurvey& survey, const TableOptions& options,
          const MissingTexts& missing)
      : rows_(rows), layout_(layout), survey_(survey), options_(options), missing_(missing) {
    const std::size_t count = layout.targets.size();
    forms_.assign(count, Form::none);
    marks_.assign(count, '.');
    numbers_.resize(count);
    plan_.texts.resize(count);
    for (std::size_t c = 0; c < count; ++c) {
      if (layout.targets[c] < 0) continue;
      forms_[c] = form_of(survey.columns[c], std::ranges::count(layout.categories, c) > 0);
      marks_[c] = survey.columns[c].marks.mark(survey.marks, 0, rows.separator());
    }
  }

  InputPlan plan() && {
    count();
    for (std::size_t c = 0; c < forms_.size(); ++c)
      if (forms_[c] == Form::mixed) forms_[c] = is_text(c) ? Form::text : Form::number;
    ignore_identifiers();
    require(layout_.inputs() > 0, Kind::input,
            "has no column to learn from besides the label: each is empty or ignored", rows_.name());
    fill_columns();
    return std::move(plan_);
  }

 private:
  const ColumnSurvey& column(std::size_t c) const { return survey_.columns[c]; }
  InputKind kind(std::size_t c) const {
    return forms_[c] == Form::number ? column(c).kind() : InputKind::plain;
  }
  bool has_identifier_name(std::size_t c) const {
    return !layout_.header.empty() && is_identifier_name(layout_.header[c]);
  }
  bool needs_numbers(std::size_t c) const {
    if (forms_[c] != Form::number && forms_[c] != Form::mixed) return false;
    return kind(c) != InputKind::plain || may_be_too_close(column(c)) || has_identifier_name(c);
  }

  void count() {
    constexpr std::size_t kMaxTexts = std::size_t{1} << 20;  // over all columns, to bound their memory
    std::vector<bool> collects(forms_.size());
    for (std::size_t c = 0; c < forms_.size(); ++c) collects[c] = needs_numbers(c);
    std::size_t texts = 0;
    rows_.each([&](std::span<const std::string_view> row) {
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (layout_.targets[c] == TableLayout::kLabel && !missing_.has_label(row[c]))
          plan_.labels.add(row[c]);
        if (forms_[c] == Form::none || missing_.has(row[c])) continue;
        if (forms_[c] != Form::number && texts <= kMaxTexts) texts += plan_.texts[c].add(row[c]) ? 1 : 0;
        if (!collects[c]) continue;
        const std::optional<double> value = read_value(row[c], kind(c), marks_[c]);
        if (value && std::isfinite(*value)) numbers_[c].push_back(*value);
      }
    });
    for (std::vector<double>& numbers : numbers_) std::ranges::sort(numbers);
  }

  /// Of a column with more numbers than texts.
  bool is_text(std::size_t c) const {
    constexpr std::size_t kFewTexts = 16, kRare = 50;
    const TextCounts& texts = plan_.texts[c];
    const std::size_t odd = column(c).texts() + column(c).dates + column(c).times;
    return texts.has_spellings() || (texts.different() <= kFewTexts && kRare * odd >= texts.cells());
  }

  bool identifies_rows(std::size_t c) const {
    if (forms_[c] == Form::text) return plan_.texts[c].distinguish_rows();
    if (forms_[c] != Form::number || !has_identifier_name(c)) return false;
    const std::vector<double>& numbers = numbers_[c];
    return column(c).are_whole && numbers.size() >= kMinIdentified && different(numbers) == numbers.size();
  }

  void ignore_identifiers() {
    if (keeps_identifiers(options_)) return;
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < forms_.size(); ++c) {
      const bool is_told = std::ranges::count(layout_.categories, c) > 0;
      if (forms_[c] != Form::none && !is_told && identifies_rows(c)) found.push_back(c);
    }
    if (found.size() == layout_.inputs()) {  // then the numbers are all there is
      std::erase_if(found, [&](std::size_t c) { return forms_[c] == Form::number; });
      plan_.has_only_identifiers = true;
    }
    for (const std::size_t c : found) {
      ignore_input(layout_, c);
      forms_[c] = Form::none;
      plan_.texts[c] = {};
    }
    plan_.identifiers = std::move(found);
  }

  double offset_of(std::size_t c) {
    const std::vector<double>& numbers = numbers_[c];
    if (numbers.empty()) return 0;
    const double middle = numbers[numbers.size() / 2];
    if (has_date(kind(c))) return std::floor(middle);
    if (kind(c) != InputKind::plain || !may_be_too_close(column(c))) return 0;
    const std::size_t all = different(numbers), plain = different_floats(numbers, 0),
                      shifted = different_floats(numbers, middle);
    if (std::max(plain, shifted) < all) plan_.blurred.push_back(c);
    return shifted > plain ? middle : 0;
  }

  void fill_columns() {
    TableColumns& columns = plan_.columns;
    columns = columns_of(layout_);
    columns.form = options_.form();
    for (std::size_t c = 0; c < forms_.size(); ++c) {
      if (layout_.targets[c] < 0) continue;
      columns.kinds.push_back(kind(c));
      columns.offsets.push_back(forms_[c] == Form::number ? offset_of(c) : 0);
      columns.decimal_marks.push_back(static_cast<std::uint8_t>(marks_[c]));
      columns.categories.push_back(forms_[c] == Form::text ? plan_.texts[c].categories()
                                                           : std::vector<std::string>());
      if (forms_[c] != Form::text) plan_.texts[c] = {};
    }
    const auto is_plain = [](InputKind kind) { return kind == InputKind::plain; };
    if (std::ranges::all_of(columns.kinds, is_plain)) columns.kinds.clear();
    if (std::ranges::all_of(columns.offsets, [](double offset) { return offset == 0; }))
      columns.offsets.clear();
    if (std::ranges::all_of(columns.decimal_marks, [](std::uint8_t mark) { return mark == '.'; }))
      columns.decimal_marks.clear();
    if (std::ranges::all_of(columns.categories, &std::vector<std::string>::empty)) columns.categories.clear();
  }

  TableRows& rows_;
  TableLayout& layout_;
  const TableSurvey& survey_;
  const TableOptions& options_;
  const MissingTexts& missing_;
  std::vector<Form> forms_;
  std::vector<char> marks_;
  std::vector<std::vector<double>> numbers_;  ///< sorted
  InputPlan plan_;
};

/// The column that is most likely the label: named like one, else the last one of few different texts.
std::optional<std::size_t> likely_label(const InputPlan& plan, const TableLayout& layout) {
  constexpr std::array<std::string_view, 18> kNames{
      "label",   "class",  "target",   "classe",   "y",    "outcome", "species",  "category", "diagnosis",
      "classes", "labels", "response", "survived", "type", "quality", "activity", "result",   "kind"};
  for (std::size_t c = 0; c < layout.header.size(); ++c) {
    if (layout.targets[c] >= 0 && std::ranges::find(kNames, plain_name(layout.header[c])) != kNames.end())
      return c;
  }
  constexpr std::size_t kFewClasses = 30;
  for (std::size_t c = layout.targets.size(); c-- > 0;) {
    const std::size_t different = plan.texts[c].different();
    if (layout.targets[c] >= 0 && different > 1 && different <= kFewClasses) return c;
  }
  return std::nullopt;
}

/// The days of a date, with its time of day as a fraction.
double days_in(const WrittenDate& date, InputKind kind) {
  const bool swaps = date.may_begin_with_day && is_day_first(kind);
  const auto days =
      static_cast<double>(days_of(date.year, swaps ? date.day : date.month, swaps ? date.month : date.day));
  return days + date.seconds.value_or(0) / 86'400;
}

}  // namespace

std::optional<double> read_value(std::string_view cell, InputKind kind, char decimal_mark) {
  if (kind != InputKind::plain) {
    const std::optional<WrittenDate> date = read_date(cell);
    if (!date || date->has_date() != has_date(kind)) return std::nullopt;
    return has_date(kind) ? days_in(*date, kind) : *date->seconds;
  }
  if (const std::optional<WrittenNumber> number = read_number(cell)) {
    const double value = number->with(decimal_mark);
    constexpr double kLargest = std::numeric_limits<float>::max();
    return std::abs(value) <= kLargest ? value : std::numeric_limits<double>::quiet_NaN();
  }
  if (const std::optional<bool> truth = read_boolean(cell)) return *truth ? 1 : 0;
  return std::nullopt;
}

InputPlan plan_inputs(TableRows& rows, TableLayout& layout, const TableSurvey& survey,
                      const TableOptions& options, const MissingTexts& missing) {
  return Planner(rows, layout, survey, options, missing).plan();
}

void require_classes(const InputPlan& plan, const TableLayout& layout, const TableSurvey& survey,
                     const std::string& name) {
  const std::size_t place = layout.label().value();
  const ColumnSurvey& label = survey.columns[place];
  const std::size_t classes = plan.labels.different(), rows = plan.labels.cells();
  const bool are_numbers = label.texts() == 0;
  constexpr std::size_t kFewClasses = 20, kManyNumbers = 100, kRowsOfClass = 25;
  const bool names_rows = classes > kFewClasses && 2 * classes > rows;
  const bool is_measured = are_numbers && ((classes > kManyNumbers && kRowsOfClass * classes > rows) ||
                                           (classes > kFewClasses && !label.are_whole));
  if (!names_rows && !is_measured) return;
  std::string message = layout.column_name(place) + ", the label, has " + std::to_string(classes) +
                        " different values in " + std::to_string(rows) + " rows, which are " +
                        (are_numbers ? "measurements" : "names of rows") + " rather than classes";
  if (const std::optional<std::size_t> likely = likely_label(plan, layout)) {
    message += "; the label may be " + layout.column_name(*likely) + ": --label-column " +
               (layout.header.empty() ? std::to_string(*likely + 1) : csv_cell(layout.header[*likely]));
  } else {
    message += "; --label-column selects another";
  }
  throw Error(Kind::input, message, name);
}

}  // namespace ocelli::internal
