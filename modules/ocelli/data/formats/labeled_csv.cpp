#include "ocelli/data/formats/labeled_csv.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/input_places.hpp"
#include "ocelli/data/formats/table_notes.hpp"
#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/data/formats/text_counts.hpp"
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

/// The medians of numeric inputs; 0 for text inputs, whose missing cells have no category.
std::vector<float> medians(const SampleValues& values, const TableLayout& layout, const InputPlaces& places,
                           const std::string& name) {
  std::vector<float> fills(layout.inputs());
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    if (layout.targets[c] < 0) continue;
    const auto input = static_cast<std::size_t>(layout.targets[c]);
    if (places.is_text(input)) continue;
    const std::optional<float> fill = median(values, static_cast<Eigen::Index>(places.first(input)));
    require(
        fill.has_value(), Kind::input,
        [&] {
          return layout.column_name(c) + " has no values; ignore it with --ignore-columns " +
                 std::to_string(c + 1);
        },
        name);
    fills[input] = *fill;
  }
  return fills;
}

void fill_missing(SampleValues& values, const InputPlaces& places, std::span<const float> fills) {
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    float* const row = values.row(i).data();
    for (std::size_t input = 0; input < fills.size(); ++input) {
      float& number = row[places.first(input)];
      if (!std::isnan(number)) continue;
      number = fills[input];
      if (const std::optional<std::size_t> mark = places.mark(input)) row[*mark] = 1;
    }
  }
}

/// For TableColumns: marks numeric inputs that are missing often enough for a learner to learn what that
/// means. `values` has one value for each input.
std::vector<std::uint8_t> missing_marks(const SampleValues& values, const TableColumns& columns) {
  constexpr Eigen::Index kMinMarked = 5;
  std::vector<std::uint8_t> marks(columns.inputs());
  for (std::size_t input = 0; input < marks.size(); ++input) {
    if (columns.is_text(input)) continue;
    const auto missing = values.col(static_cast<Eigen::Index>(input)).array().isNaN().count();
    marks[input] = missing >= kMinMarked ? 1 : 0;
  }
  if (std::ranges::count(marks, 1) == 0) marks.clear();
  return marks;
}

constexpr std::string_view kHeaderRemedy = "; if this line names the columns, use --header yes";

}  // namespace

Table parse_table(std::string_view text, const std::string& name, const TableOptions& options,
                  const InputLimits& limits) {
  options.validate();
  require_utf8(text, name);
  const char separator = separator_of(text, options.form());
  TableReader reader(
      text, name, separator,
      {.may_be_missing = options.missing == MissingValues::median,
       .may_be_text = true,
       .missing_remedy = "; --missing median replaces it",
       .text_remedy = "; most of the column is numbers: leave the cell empty if its value is missing, ignore "
                      "the column with --ignore-columns, or read its numbers as categories with "
                      "--category-columns; --label-column selects the class column",
       .header_remedy = kHeaderRemedy},
      memory_beside(text, limits));
  const TableLayout layout =
      reader.layout([&] { return choose_layout(reader.first_row(), separator, options); });
  Table table{{}, columns_of(layout), {}};
  table.columns.form = options.form();
  table.samples = reader.read(layout, InputPlaces(table.columns), Labels::needed);
  const std::vector<TextCounts> texts = count_texts(reader, layout, table.samples.values);
  if (std::ranges::any_of(texts, has_any)) table.columns.categories = categories_of(texts, layout);
  if (options.missing == MissingValues::median)
    table.columns.missing_marks = missing_marks(table.samples.values, table.columns);
  if (table.columns.width() != layout.inputs() || !table.columns.categories.empty())
    table.samples = reader.read(layout, InputPlaces(table.columns), Labels::needed);
  const InputPlaces places(table.columns);
  if (options.missing == MissingValues::median) {
    table.columns.fills = medians(table.samples.values, layout, places, name);
    fill_missing(table.samples.values, places, table.columns.fills);
  }
  table.notes = notes_on(table.samples, layout, options, {name, reader.missing(), texts, places});
  return table;
}

Table parse_table_like(std::string_view text, const std::string& name, const TableColumns& columns,
                       Labels labels, const InputLimits& limits) {
  require_utf8(text, name);
  const char separator = separator_of(text, columns.form);
  TableReader reader(text, name, separator,
                     {.may_be_missing = !columns.fills.empty(),
                      .missing_remedy = ", and the model has no replacement for it",
                      .text_remedy = {},
                      .header_remedy = kHeaderRemedy},
                     memory_beside(text, limits));
  const TableLayout layout =
      reader.layout([&] { return layout_like(reader.first_row(), separator, columns, labels); });
  const InputPlaces places(columns);
  Table table{reader.read(layout, places, labels), columns, {}};
  if (reader.missing() > 0) fill_missing(table.samples.values, places, columns.fills);
  table.notes = notes_on_unknown_texts(reader, layout);
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

bool is_table_file(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".csv") || name.ends_with(".tsv");
}

}  // namespace ocelli::internal
