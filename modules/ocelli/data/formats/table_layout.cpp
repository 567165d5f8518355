#include "ocelli/data/formats/table_layout.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

std::string joined(const CsvRow& names) {
  constexpr std::size_t kMax = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMax); ++i)
    text += (i > 0 ? ", " : "") + in_quotes(names[i]);
  return text + (names.size() > kMax ? ", ..." : "");
}

/// The columns of --category-columns, each an input.
std::vector<std::size_t> category_columns(const TableLayout& layout, const TableOptions& options) {
  const std::string option = "--category-columns";
  std::vector<std::size_t> columns;
  if (options.category_columns.empty()) return columns;
  for (const std::string& wanted : split_cells(options.category_columns)) {
    columns.push_back(find_column(wanted, layout, option));
    require(
        layout.targets[columns.back()] >= 0, Kind::usage,
        [&] { return "the column " + in_quotes(wanted) + " is ignored or the label"; }, option);
  }
  return columns;
}

/// Numbers the columns that are still inputs.
void number_inputs(TableLayout& layout) {
  std::int32_t inputs = 0;
  for (std::int32_t& target : layout.targets)
    if (target >= 0) target = inputs++;
}

bool is_header(std::span<const std::string_view> first, const TableForm& form) {
  return form.header == TableHeader::yes || (form.header == TableHeader::automatic && names_columns(first));
}

/// The position of each name; kTwice for one that occurs more than once.
using NamePlaces = std::unordered_map<std::string_view, std::size_t>;
constexpr std::size_t kTwice = static_cast<std::size_t>(-1);

template <class Names>
NamePlaces places_of(const Names& names) {
  NamePlaces places;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [found, is_new] = places.try_emplace(names[i], i);
    if (!is_new) found->second = kTwice;
  }
  return places;
}

/// Matches columns by name, in whatever order they are.
void find_by_name(TableLayout& layout, const TableColumns& columns, Labels labels) {
  const NamePlaces places = places_of(layout.header);
  std::ranges::fill(layout.targets, TableLayout::kIgnored);
  std::int32_t input = 0;
  for (std::size_t c = 0; c < columns.roles.size(); ++c) {
    if (columns.roles[c] == ColumnRole::ignored) continue;
    const bool is_label = columns.roles[c] == ColumnRole::label;
    const auto found = places.find(columns.names[c]);
    if (found == places.end() && is_label && labels == Labels::optional) continue;
    require(found != places.end() && found->second != kTwice, Kind::input, [&] {
      return (found == places.end() ? "has no column " : "has more than one column ") +
             in_quotes(columns.names[c]) + ", which the model was trained on; its columns are " +
             joined(layout.header);
    });
    layout.targets[found->second] = is_label ? TableLayout::kLabel : input++;
  }
}

/// Matches columns by position: all columns, all but the label, or only the inputs.
void find_by_place(TableLayout& layout, const TableColumns& columns) {
  const std::size_t cells = layout.targets.size(), all = columns.roles.size(), inputs = columns.inputs();
  const bool has_label = std::ranges::count(columns.roles, ColumnRole::label) > 0;
  const bool without_label = has_label && cells + 1 == all, inputs_alone = cells == inputs;
  const std::string others = all > inputs + 1 ? ", or all " + std::to_string(all) +
                                                    " columns of its training, with the label or without it"
                             : has_label ? ", or these and a label"
                                         : "";
  require(cells == all || without_label || inputs_alone, Kind::input, [&] {
    return "has " + std::to_string(cells) + " columns, but the model expects " + std::to_string(inputs) +
           " values" + others;
  });
  std::size_t place = 0;
  std::int32_t input = 0;
  for (const ColumnRole role : columns.roles) {
    if (role == ColumnRole::input) layout.targets[place++] = input++;
    if (cells == inputs) continue;
    if (role == ColumnRole::ignored) layout.targets[place++] = TableLayout::kIgnored;
    if (role == ColumnRole::label && !without_label) layout.targets[place++] = TableLayout::kLabel;
  }
}

/// Whether the row has the names of all inputs, which may look like numbers.
bool has_names(std::span<const std::string_view> row, const TableColumns& columns) {
  if (columns.names.empty()) return false;
  const NamePlaces places = places_of(row);
  for (std::size_t c = 0; c < columns.roles.size(); ++c) {
    if (columns.roles[c] == ColumnRole::input && !places.contains(columns.names[c])) return false;
  }
  return true;
}

}  // namespace

std::size_t TableLayout::inputs() const {
  return static_cast<std::size_t>(std::ranges::count_if(targets, [](std::int32_t t) { return t >= 0; }));
}

bool TableLayout::has_labels() const { return std::ranges::count(targets, kLabel) > 0; }

std::string TableLayout::column_name(std::size_t column) const {
  std::string number = "column " + std::to_string(column + 1);
  if (header.empty() || header[column].empty()) return number;
  return number + " " + in_quotes(header[column]);
}

char find_separator(std::string_view text) {
  const auto first = LineReader(text).next_with_text();
  const std::string_view line = first ? first->text : std::string_view();
  bool quoted = false, tab = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (line[i] == ';') return ';';
    const bool beside_comma = (i > 0 && line[i - 1] == ',') || (i + 1 < line.size() && line[i + 1] == ',');
    tab = tab || (line[i] == '\t' && !beside_comma);
  }
  return tab ? '\t' : ',';
}

char separator_of(std::string_view text, const TableForm& form) {
  if (form.separator == TableSeparator::automatic) return find_separator(text);
  return form.separator == TableSeparator::semicolon ? ';'
         : form.separator == TableSeparator::tab     ? '\t'
                                                     : ',';
}

std::size_t find_column(const std::string& wanted, const TableLayout& layout, const std::string& option) {
  const std::size_t count = layout.targets.size();
  const auto named = std::ranges::count(layout.header, wanted);
  require(
      named <= 1, Kind::usage,
      [&] { return "more than one column is named " + in_quotes(wanted) + ": give its number"; }, option);
  if (named == 1) {
    const auto place = std::ranges::find(layout.header, wanted);
    return static_cast<std::size_t>(place - layout.header.begin());
  }
  if (wanted == "first") return 0;
  if (wanted == "last") return count - 1;
  const std::optional<int> number = parse_count(wanted);
  require(
      number && *number >= 1 && static_cast<std::size_t>(*number) <= count, Kind::usage,
      [&] {
        return "no column " + in_quotes(wanted) + " among the " + std::to_string(count) +
               (layout.header.empty() ? " of a table without a header" : ": " + joined(layout.header));
      },
      option);
  return static_cast<std::size_t>(*number) - 1;
}

bool names_columns(std::span<const std::string_view> row) {
  if (std::ranges::any_of(row, is_number)) return false;
  return 2 * static_cast<std::size_t>(std::ranges::count_if(row, is_missing)) < row.size();
}

TableLayout choose_layout(std::span<const std::string_view> first, char separator,
                          const TableOptions& options) {
  TableLayout layout{separator, {}, std::vector<std::int32_t>(first.size(), 0)};
  if (is_header(first, options.form())) layout.header.assign(first.begin(), first.end());
  if (!options.ignore_columns.empty()) {
    for (const std::string& column : split_cells(options.ignore_columns))
      layout.targets[find_column(column, layout, "--ignore-columns")] = TableLayout::kIgnored;
  }
  std::int32_t& label = layout.targets[find_column(options.label_column, layout, "--label-column")];
  require(label != TableLayout::kIgnored, Kind::usage, "ignores the label column", "--ignore-columns");
  label = TableLayout::kLabel;
  number_inputs(layout);
  layout.categories = category_columns(layout, options);
  require(layout.inputs() > 0, Kind::input,
          "has only a label; expected values too, separated by commas, semicolons or tabs");
  return layout;
}

TableLayout layout_like(std::span<const std::string_view> first, char separator, const TableColumns& columns,
                        Labels labels) {
  TableLayout layout{separator, {}, std::vector<std::int32_t>(first.size(), 0)};
  if (has_names(first, columns) || is_header(first, columns.form))
    layout.header.assign(first.begin(), first.end());
  const bool by_name = !layout.header.empty() && !columns.names.empty() && layout.header != columns.names;
  if (by_name) {
    find_by_name(layout, columns, labels);
  } else {
    find_by_place(layout, columns);
  }
  require(labels == Labels::optional || layout.has_labels(), Kind::input, [&] {
    return "has no label column besides the " + std::to_string(layout.inputs()) + " values of the model";
  });
  return layout;
}

TableColumns columns_of(const TableLayout& layout) {
  TableColumns columns;
  for (const std::int32_t target : layout.targets) {
    columns.roles.push_back(target >= 0                     ? ColumnRole::input
                            : target == TableLayout::kLabel ? ColumnRole::label
                                                            : ColumnRole::ignored);
  }
  columns.names = layout.header;
  return columns;
}

}  // namespace ocelli::internal
