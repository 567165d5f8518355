#include "ocelli/data/formats/labeled_csv.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/column_survey.hpp"
#include "ocelli/data/formats/input_places.hpp"
#include "ocelli/data/formats/input_plan.hpp"
#include "ocelli/data/formats/like_table.hpp"
#include "ocelli/data/formats/table_notes.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli::internal {
namespace {

/// The median of a column's values that are not NaN, for an even count the mean of the middle two; nothing
/// without values.
std::optional<float> median(const SampleValues& values, Eigen::Index column) {
  std::vector<float> known;
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    if (!std::isnan(values(i, column))) known.push_back(values(i, column));
  if (known.empty()) return std::nullopt;
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::ranges::nth_element(known, middle);
  if (known.size() % 2 == 1) return *middle;
  return std::midpoint(*middle, *std::max_element(known.begin(), middle));
}

/// The medians of numeric inputs; 0 for text inputs, whose missing cells have no category, and for numbers
/// that all rows with a label lack.
std::vector<float> medians(const SampleValues& values, const TableColumns& columns) {
  const InputPlaces places(columns);
  std::vector<float> fills(columns.inputs());
  for (std::size_t input = 0; input < fills.size(); ++input) {
    if (!places.is_text(input))
      fills[input] = median(values, static_cast<Eigen::Index>(places.first(input))).value_or(0);
  }
  return fills;
}

/// For TableColumns: marks numeric inputs that are missing often enough for a learner to learn what that
/// means.
std::vector<std::uint8_t> missing_marks(const TableSurvey& survey, const TableLayout& layout,
                                        const TableColumns& columns) {
  constexpr std::size_t kMinMarked = 5;
  std::vector<std::uint8_t> marks(columns.inputs());
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    if (layout.targets[c] < 0) continue;
    const auto input = static_cast<std::size_t>(layout.targets[c]);
    const ColumnSurvey& column = survey.columns[c];
    const std::size_t odd =
        columns.kind(input) == InputKind::plain
            ? column.texts() + column.dates + column.times + column.infinite
            : column.values() - (has_date(columns.kind(input)) ? column.dates : column.times);
    if (!columns.is_text(input) && column.missing + odd >= kMinMarked) marks[input] = 1;
  }
  if (std::ranges::count(marks, 1) == 0) marks.clear();
  return marks;
}

/// Throws  unless a cell is a number or a category, or no cell is anything else.
void require_known_values(const TableLayout& layout, const RowFindings& read, const std::string& name) {
  if (read.values > 0) return;
  const UnknownTexts unknown = unknown_texts(layout, read);
  require(
      unknown.cells == 0, Kind::input,
      [&] {
        return "has no value that the model knows, but text " + unknown.example + "; --separator may help";
      },
      name);
}

/// The options of a text that says itself what it is.
TableOptions options_of(const TableText& text, TableOptions options) {
  if (!text.is_converted()) return options;
  options.separator = TableSeparator::comma;
  options.header = TableHeader::yes;
  return options;
}

}  // namespace

Table parse_table(std::string_view text, const std::string& name, const TableOptions& told,
                  const InputLimits& limits) {
  told.validate();
  require_utf8(text, name);
  const TableText source = as_rows(text, name);
  const TableOptions options = options_of(source, told);
  TableRows rows(source.text(), name, options.form(), {}, source.lines_above());
  const MissingTexts missing(options.na_values);
  TableSurvey survey = survey_columns(rows, missing);
  require_rows(rows, survey);
  drop_empty_end(rows, survey, missing);
  TableLayout layout;
  rows.at_first_line([&] { layout = choose_layout(rows, survey, options); });
  InputPlan plan = plan_inputs(rows, layout, survey, options, missing);
  require_classes(plan, layout, survey, name);

  Table table{{}, plan.columns, {}};
  table.columns.form = told.form();
  const bool fills = options.missing == MissingValues::median;
  if (fills) table.columns.missing_marks = missing_marks(survey, layout, table.columns);
  std::vector<char> marks(layout.inputs(), '.');
  std::ranges::copy(table.columns.decimal_marks, marks.begin());
  SampleReader reader(rows, layout, table.columns, std::move(marks));
  table.samples = reader.read(survey.rows, memory_beside(text, limits),
                              {.may_be_missing = fills, .missing_remedy = "; --missing median replaces it"});
  require(table.samples.count() > 0, Kind::input, "has no rows with a label", name);
  if (fills) {
    table.columns.fills = medians(table.samples.values, table.columns);
    fill_missing(table.samples.values, table.columns);
  }
  table.problems = reader.findings().spoiled;
  const TableFindings found{rows, layout, survey, plan, reader.findings(), table.columns};
  table.notes = notes_on(found, options);
  table.left_out = left_out_of(found);
  return table;
}

Table parse_table_like(std::string_view text, const std::string& name, const TableColumns& columns,
                       Labels labels, const InputLimits& limits) {
  LikeTable like(text, name, columns, labels);
  const bool leaves_out = labels == Labels::needed;
  SampleReader reader(like.rows, like.layout, columns, like.decimal_marks());
  Table table{reader.read(like.survey.rows + like.survey.spoiled.size(), memory_beside(text, limits),
                          {.labels = labels,
                           .leaves_out = leaves_out,
                           .may_be_missing = !columns.fills.empty(),
                           .missing_remedy = ", and the model has no replacement for it"}),
              columns,
              {}};
  require_known_values(like.layout, reader.findings(), name);
  fill_missing(table.samples.values, columns);
  if (leaves_out) table.problems = reader.findings().spoiled;
  table.errors = reader.findings().errors;
  table.notes = notes_like(like.rows, like.layout, reader.findings(), labels);
  return table;
}

Table read_table(const std::filesystem::path& path, const TableOptions& options, const InputLimits& limits) {
  return parse_table(read_table_text(path, limits), path.string(), options, limits);
}

Table read_table_like(const std::filesystem::path& path, const TableColumns& columns, Labels labels,
                      const InputLimits& limits) {
  return parse_table_like(read_table_text(path, limits), path.string(), columns, labels, limits);
}

Samples read_labeled_csv(const std::filesystem::path& path) {
  TableOptions options;
  options.missing = MissingValues::refuse;
  return read_table(path, options).samples;
}

}  // namespace ocelli::internal
