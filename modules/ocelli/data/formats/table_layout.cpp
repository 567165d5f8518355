#include "ocelli/data/formats/table_layout.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

constexpr std::string_view kNoneIgnored = "none";

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

/// The columns of each name, from the left.
using NamePlaces = std::unordered_map<std::string, std::vector<std::size_t>>;

/// `as`: makes a name the key.
template <class As>
NamePlaces places_of(const CsvRow& names, As&& as) {
  NamePlaces places;
  for (std::size_t i = 0; i < names.size(); ++i) places[as(names[i])].push_back(i);
  return places;
}

std::string same(std::string_view name) { return std::string(name); }

/// Where the columns of a model are in a table: by their exact names, else by their plain names.
class NamedColumns {
 public:
  NamedColumns(const CsvRow& model, const CsvRow& table)
      : exact_(places_of(table, same)),
        plain_(places_of(table, plain_name)),
        counts_(places_of(model, same)) {}

  /// The place of the model's column; nothing if there is none.
  /// Throws  Error(Kind::input) for several of which none is the right one.
  std::optional<std::size_t> find(const std::string& name, std::size_t column) const {
    const std::vector<std::size_t>& own = counts_.at(name);
    const auto exact = exact_.find(name);
    if (exact != exact_.end()) {
      require(exact->second.size() == own.size(), Kind::input, [&] {
        return "has more than one column " + in_quotes(name) + ", which the model was trained on";
      });
      return exact->second[static_cast<std::size_t>(std::ranges::find(own, column) - own.begin())];
    }
    const auto plain = plain_.find(plain_name(name));
    if (plain == plain_.end() || plain->second.size() > 1 || own.size() > 1 || plain->first.empty())
      return std::nullopt;
    return plain->second.front();
  }

 private:
  NamePlaces exact_, plain_, counts_;
};

/// Matches columns by name, in whatever order they are.
void find_by_name(TableLayout& layout, const TableColumns& columns, Labels labels) {
  const NamedColumns places(columns.names, layout.header);
  std::ranges::fill(layout.targets, TableLayout::kIgnored);
  std::int32_t input = 0;
  CsvRow lacking;
  for (std::size_t c = 0; c < columns.roles.size(); ++c) {
    if (columns.roles[c] == ColumnRole::ignored) continue;
    const bool is_label = columns.roles[c] == ColumnRole::label;
    const std::optional<std::size_t> found = places.find(columns.names[c], c);
    if (!found && is_label && labels == Labels::optional) continue;
    const std::int32_t target = is_label ? TableLayout::kLabel : input++;
    if (found) {
      layout.targets[*found] = target;
    } else {
      lacking.push_back(columns.names[c]);
    }
  }
  require(lacking.empty(), Kind::input, [&] {
    return "has no column " + joined(lacking) + ", which the model was trained on; its columns are " +
           joined(layout.header);
  });
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

}  // namespace

std::size_t TableLayout::inputs() const {
  return static_cast<std::size_t>(std::ranges::count_if(targets, [](std::int32_t t) { return t >= 0; }));
}

std::optional<std::size_t> TableLayout::label() const {
  const auto found = std::ranges::find(targets, kLabel);
  if (found == targets.end()) return std::nullopt;
  return static_cast<std::size_t>(found - targets.begin());
}

std::string TableLayout::column_name(std::size_t column) const {
  std::string number = "column " + std::to_string(column + 1);
  if (header.empty() || header[column].empty()) return number;
  return number + " " + in_quotes(header[column]);
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

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char letter : in_lower_case(std::string(name))) {
    const bool is_kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                         static_cast<unsigned char>(letter) >= 0x80;
    if (is_kept) plain += letter;
  }
  return plain;
}

bool keeps_identifiers(const TableOptions& options) {
  const CsvRow columns = split_cells(options.ignore_columns);
  return std::ranges::find(columns, kNoneIgnored) != columns.end();
}

void ignore_input(TableLayout& layout, std::size_t column) {
  layout.targets[column] = TableLayout::kIgnored;
  number_inputs(layout);
}

TableLayout choose_layout(const TableRows& rows, const TableSurvey& survey, const TableOptions& options) {
  const std::size_t count = rows.columns();
  TableLayout layout{rows.separator(), rows.header(), std::vector<std::int32_t>(count, 0)};
  if (!options.ignore_columns.empty()) {
    for (const std::string& column : split_cells(options.ignore_columns))
      if (column != kNoneIgnored)
        layout.targets[find_column(column, layout, "--ignore-columns")] = TableLayout::kIgnored;
  }
  std::size_t label = find_column(options.label_column, layout, "--label-column");
  const bool is_last = options.label_column == "last" && std::ranges::count(layout.header, "last") == 0;
  while (is_last && label > 0 && survey.columns[label].is_empty()) --label;
  require(layout.targets[label] != TableLayout::kIgnored, Kind::usage, "ignores the label column",
          "--ignore-columns");
  require(!survey.columns[label].is_empty(), Kind::input,
          [&] { return layout.column_name(label) + ", the label, has no values"; });
  for (std::size_t c = 0; c < count; ++c)
    if (survey.columns[c].is_empty()) layout.targets[c] = TableLayout::kIgnored;
  layout.targets[label] = TableLayout::kLabel;
  number_inputs(layout);
  layout.categories = category_columns(layout, options);
  require(count > 1, Kind::input,
          "has only a label; expected values too, separated by commas, semicolons, tabs, bars or blanks");
  return layout;
}

TableLayout layout_like(const TableRows& rows, const TableColumns& columns, Labels labels) {
  TableLayout layout{rows.separator(), rows.header(), std::vector<std::int32_t>(rows.columns(), 0)};
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
