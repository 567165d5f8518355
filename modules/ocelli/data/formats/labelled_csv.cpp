#include "ocelli/data/formats/labelled_csv.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/samples/class_names.hpp"

namespace ocelli {
namespace {

/// Rows of equal width whose number is not known before the last.
class GrowingRows {
 public:
  explicit GrowingRows(std::size_t width) : values_(0, width) {}

  /// A new row to be filled, at its place until the next is asked for.
  std::span<float> append() {
    if (count_ == values_.rows()) values_.conservativeResize(2 * count_ + 1, values_.cols());
    return {values_.row(count_++).data(), static_cast<std::size_t>(values_.cols())};
  }

  SampleValues take() && {
    values_.conservativeResize(count_, values_.cols());
    return std::move(values_);
  }

 private:
  SampleValues values_;
  Eigen::Index count_ = 0;
};

/// Runs the parse of one row; what it throws then names the line.
void at_line(const std::string& name, const CsvRows& rows, const auto& parse) try {
  parse();
} catch (const Error& error) {
  if (!error.where().empty()) throw;
  throw Error(error.kind(), error.message(), place(name, rows.line()));
}

/// What is done about cells without a number.
struct OddCells {
  bool may_be_missing = true;
  std::string_view missing_remedy;  ///< for messages, as are the others
  std::string_view text_remedy, header_remedy;
};

/// Walks the rows of a table and gathers its samples.
class TableReader {
 public:
  TableReader(std::string_view text, std::string name, char separator, const OddCells& odd)
      : name_(std::move(name)), rows_(text, separator), cells_(separator, odd.text_remedy), odd_(odd) {
    next();
    first_line_ = rows_.line();
    require(!row_.empty(), Kind::input, "is empty; a row of numbers and a label for each sample is expected",
            name_);
  }

  std::span<const std::string_view> first_row() const { return row_; }
  std::size_t missing() const { return missing_; }

  /// Reads all rows, missing values as NaN. With optional labels, there are none unless each row has one.
  Samples read(const TableLayout& layout, Labels labels) {
    if (!layout.header.empty()) next();
    require(!row_.empty(), Kind::input, "has a header and no rows below it", name_);
    GrowingRows rows(layout.inputs());
    LabelBuilder builder;
    bool all_labelled = layout.has_labels();
    for (; !row_.empty(); next()) {
      check_cancelled();
      at_line(name_, rows_, [&] {
        require_cells(layout);
        const std::string_view label = read_row(layout, rows.append());
        all_labelled = all_labelled && !label.empty();
        if (all_labelled) builder.add(label);
        if (labels == Labels::needed && !all_labelled)
          throw Error(Kind::input, label_name(layout) + " is empty");
      });
    }
    Samples samples{std::move(rows).take(), {}, {}, {}};
    if (all_labelled) builder.write_to(samples);
    return samples;
  }

  /// Throws as `choose`, naming the first line.
  TableLayout layout(const auto& choose) {
    TableLayout layout;
    at_line(name_, rows_, [&] { layout = choose(); });
    return layout;
  }

 private:
  void next() {
    at_line(name_, rows_, [&] { row_ = rows_.next().value_or(std::span<const std::string_view>()); });
  }

  void require_cells(const TableLayout& layout) const {
    const std::size_t expected = layout.targets.size();
    if (row_.size() == expected) return;
    throw Error(Kind::input, "has " + std::to_string(row_.size()) + " columns where the first line has " +
                                 std::to_string(expected));
  }

  static std::string label_name(const TableLayout& layout) {
    const auto label = std::ranges::find(layout.targets, TableLayout::kLabel) - layout.targets.begin();
    return layout.column_name(static_cast<std::size_t>(label)) + ", the label,";
  }

  /// Fills `values` and returns the label.
  std::string_view read_row(const TableLayout& layout, std::span<float> values) {
    std::string_view label;
    for (std::size_t c = 0; c < row_.size(); ++c) {
      const std::int32_t target = layout.targets[c];
      if (target == TableLayout::kLabel) label = row_[c];
      if (target >= 0) values[static_cast<std::size_t>(target)] = read_cell(layout, c);
    }
    return label;
  }

  float read_cell(const TableLayout& layout, std::size_t column) try {
    const float value = cells_.read(row_[column]);
    missing_ += std::isnan(value);
    if (!odd_.may_be_missing && std::isnan(value))
      throw Error(Kind::input, "has no value" + std::string(odd_.missing_remedy));
    return value;
  } catch (const Error& error) {
    const bool may_be_header = rows_.line() == first_line_ && layout.header.empty();
    throw Error(Kind::input, layout.column_name(column) + " " + error.message() +
                                 std::string(may_be_header ? odd_.header_remedy : std::string_view()));
  }

  std::string name_;
  CsvRows rows_;
  CellReader cells_;
  OddCells odd_;
  std::span<const std::string_view> row_;
  int first_line_ = 0;
  std::size_t missing_ = 0;
};

/// The median of a column's values that are not NaN, the mean of the middle two where there are two; nothing where there
/// is no value.
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

std::vector<float> medians(const SampleValues& values, const TableLayout& layout, const std::string& name) {
  std::vector<float> fills(layout.inputs());
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    const std::int32_t input = layout.targets[c];
    if (input < 0) continue;
    const std::optional<float> fill = median(values, input);
    require(
        fill.has_value(), Kind::input,
        [&] {
          return layout.column_name(c) + " has no values; ignore it with --ignore-columns " +
                 std::to_string(c + 1);
        },
        name);
    fills[static_cast<std::size_t>(input)] = *fill;
  }
  return fills;
}

void fill_missing(SampleValues& values, std::span<const float> fills) {
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j)
      if (std::isnan(values(i, j))) values(i, j) = fills[static_cast<std::size_t>(j)];
  }
}

std::string separator_name(char separator) {
  return separator == ';' ? "semicolons" : separator == '\t' ? "tabs" : "commas";
}

std::string layout_note(const TableLayout& layout, const std::string& name, std::size_t missing) {
  const auto label = std::ranges::find(layout.targets, TableLayout::kLabel) - layout.targets.begin();
  std::string note = name + " is read " + (layout.header.empty() ? "without" : "with") + " a header, " +
                     separator_name(layout.separator) + " between cells, the label in " +
                     layout.column_name(static_cast<std::size_t>(label));
  if (missing > 0)
    note += "; " + std::to_string(missing) + (missing == 1 ? " missing value is" : " missing values are") +
            " replaced by the median of the column";
  return note + ".";
}

/// A header may name the labels' column where nobody else has: the last one is then the wrong one.
void note_other_label(const TableLayout& layout, const TableOptions& options,
                      std::vector<std::string>& notes) {
  constexpr std::array<std::string_view, 3> kNames{"label", "class", "target"};
  const auto is_label_name = [&](const std::string& name) {
    return std::ranges::any_of(kNames, [&](std::string_view usual) {
      return std::ranges::equal(name, usual, [](char a, char b) { return (a | 0x20) == b; });
    });
  };
  if (options.label_column != "last" || layout.header.empty() || is_label_name(layout.header.back())) return;
  const auto other = std::ranges::find_if(layout.header, is_label_name);
  if (other == layout.header.end()) return;
  notes.push_back("Another column is called " + in_quotes(*other) + ": --label-column " + *other +
                  " uses it as the label.");
}

/// Numbers that count the rows tell nothing of other rows, and everything of these where they are sorted by class.
void note_row_numbers(const Samples& samples, const TableLayout& layout, std::vector<std::string>& notes) {
  constexpr std::size_t kFewRows = 10;
  if (samples.count() < kFewRows) return;
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    if (layout.targets[c] < 0) continue;
    const auto column = samples.values.col(layout.targets[c]);
    Eigen::Index i = 1;
    while (i < column.size() && column[i] == column[0] + static_cast<float>(i)) ++i;
    if (i < column.size()) continue;
    notes.push_back("The values of " + layout.column_name(c) + " are row numbers: --ignore-columns " +
                    std::to_string(c + 1) + " excludes them.");
  }
}

/// Throws for text that is UTF-16, as spreadsheets may save it.
void require_utf8(std::string_view text, const std::string& name) {
  constexpr std::size_t kLooked = 1000;
  const bool is_marked = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  require(!is_marked && text.substr(0, kLooked).find('\0') == std::string_view::npos, Kind::input,
          "is UTF-16, or not text; save the table as CSV in UTF-8", name);
}

constexpr std::string_view kHeaderRemedy = "; if this line names the columns, use --header yes";

char separator_for(std::string_view text, const std::string& wanted) {
  if (wanted == "auto") return find_separator(text);
  return wanted == "semicolon" ? ';' : wanted == "tab" ? '\t' : ',';
}

}  // namespace

Table parse_table(std::string_view text, const std::string& name, const TableOptions& options) {
  options.validate();
  require_utf8(text, name);
  const char separator = separator_for(text, options.separator);
  TableReader reader(
      text, name, separator,
      {.may_be_missing = options.missing == "median",
       .missing_remedy = "; --missing median replaces it",
       .text_remedy = "; write text as numbers, one column of 0 and 1 for each value, or leave "
                      "the column out with --ignore-columns; --label-column selects the class column",
       .header_remedy = kHeaderRemedy});
  const TableLayout layout =
      reader.layout([&] { return choose_layout(reader.first_row(), separator, options); });
  Table table{reader.read(layout, Labels::needed), columns_of(layout), {}};
  table.columns.form = options.form();
  if (options.missing == "median") {
    table.columns.fills = medians(table.samples.values, layout, name);
    fill_missing(table.samples.values, table.columns.fills);
  }
  table.notes.push_back(layout_note(layout, name, reader.missing()));
  note_other_label(layout, options, table.notes);
  note_row_numbers(table.samples, layout, table.notes);
  return table;
}

Samples parse_table_like(std::string_view text, const std::string& name, const TableColumns& columns,
                         Labels labels) {
  require_utf8(text, name);
  const char separator = separator_for(text, columns.form.separator);
  TableReader reader(text, name, separator,
                     {.may_be_missing = !columns.fills.empty(),
                      .missing_remedy = ", and the model has no replacement for it",
                      .text_remedy = {},
                      .header_remedy = kHeaderRemedy});
  const TableLayout layout =
      reader.layout([&] { return layout_like(reader.first_row(), separator, columns, labels); });
  Samples samples = reader.read(layout, labels);
  if (reader.missing() > 0) fill_missing(samples.values, columns.fills);
  return samples;
}

Table read_table(const std::filesystem::path& path, const TableOptions& options, const InputLimits& limits) {
  return parse_table(to_utf8(read_table_text(path, limits), path.string()), path.string(), options);
}

Samples read_table_like(const std::filesystem::path& path, const TableColumns& columns, Labels labels,
                        const InputLimits& limits) {
  return parse_table_like(to_utf8(read_table_text(path, limits), path.string()), path.string(), columns,
                          labels);
}

Samples read_labelled_csv(const std::filesystem::path& path) {
  TableOptions options;
  options.missing = "refuse";
  return read_table(path, options).samples;
}

bool is_table_file(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".csv") || name.ends_with(".tsv");
}

}  // namespace ocelli
