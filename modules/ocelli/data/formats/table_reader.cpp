#include "ocelli/data/formats/table_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal {
namespace {

/// Rows of equal width, with a number that is unknown until the last.
class GrowingRows {
 public:
  GrowingRows(std::size_t width, std::uint64_t max_bytes)
      : values_(0, static_cast<Eigen::Index>(width)), max_bytes_(max_bytes) {}

  /// Appends a row of zeros to fill. It stays in place until the next call. Throws Error(Kind::input) when
  /// all rows would exceed the limit.
  std::span<float> append() {
    if (count_ == values_.rows()) grow(2 * count_ + 1);
    const std::span<float> row{values_.row(count_++).data(), static_cast<std::size_t>(values_.cols())};
    std::ranges::fill(row, 0.0f);
    return row;
  }

  SampleValues take() && {
    values_.conservativeResize(count_, values_.cols());
    return std::move(values_);
  }

 private:
  void grow(Eigen::Index rows) {
    const std::uint64_t bytes =
        static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(values_.cols()) * sizeof(float);
    require(bytes <= max_bytes_, Kind::input, [&] {
      return "does not fit after " + std::to_string(count_) + " rows of " + std::to_string(values_.cols()) +
             " values: more would exceed the " + std::to_string(max_bytes_ >> 20) +
             " MB that --max-megabytes leaves besides the text: ignore text columns, or split the table";
    });
    values_.conservativeResize(rows, values_.cols());
  }

  SampleValues values_;
  std::uint64_t max_bytes_;
  Eigen::Index count_ = 0;
};

std::string label_name(const TableLayout& layout) {
  const auto label = std::ranges::find(layout.targets, TableLayout::kLabel) - layout.targets.begin();
  return layout.column_name(static_cast<std::size_t>(label)) + ", the label,";
}

}  // namespace

TableReader::TableReader(std::string_view text, std::string name, char separator, const OddCells& odd,
                         std::uint64_t max_bytes)
    : text_(text),
      name_(std::move(name)),
      separator_(separator),
      rows_(text, separator),
      cells_(separator),
      odd_(odd),
      max_bytes_(max_bytes) {
  next();
  first_line_ = rows_.line();
  require(!row_.empty(), Kind::input, "is empty; a row of values and a label for each sample is expected",
          name_);
}

void TableReader::restart() {
  rows_ = CsvRows(text_, separator_);
  next();
}

Samples TableReader::read(const TableLayout& layout, const InputPlaces& places, Labels labels) {
  texts_.assign(layout.inputs(), {});
  missing_ = 0;
  GrowingRows rows(places.width(), max_bytes_);
  LabelBuilder builder;
  bool all_labeled = layout.has_labels();
  each_row(layout, [&](std::span<const std::string_view>) {
    const std::string_view label = read_row(layout, places, rows.append());
    all_labeled = all_labeled && !label.empty();
    if (all_labeled) builder.add(label);
    if (labels == Labels::needed && !all_labeled) throw Error(Kind::input, label_name(layout) + " is empty");
  });
  Samples samples{std::move(rows).take(), {}, {}, {}};
  if (all_labeled) builder.write_to(samples);
  return samples;
}

void TableReader::next() {
  at_line([&] { row_ = rows_.next().value_or(std::span<const std::string_view>()); });
}

void TableReader::require_cells(const TableLayout& layout) const {
  const std::size_t expected = layout.targets.size();
  if (row_.size() == expected) return;
  throw Error(Kind::input, "has " + std::to_string(row_.size()) + " columns, but the first line has " +
                               std::to_string(expected));
}

/// Fills `values` and returns the label.
std::string_view TableReader::read_row(const TableLayout& layout, const InputPlaces& places,
                                       std::span<float> values) {
  std::string_view label;
  for (std::size_t c = 0; c < row_.size(); ++c) {
    if (layout.targets[c] == TableLayout::kLabel) label = row_[c];
    if (layout.targets[c] < 0) continue;
    const auto input = static_cast<std::size_t>(layout.targets[c]);
    try {
      if (places.is_text(input)) {
        read_text(input, places, row_[c], values);
      } else {
        values[places.first(input)] = read_number(input, row_[c]);
      }
    } catch (const Error& error) {
      throw Error(Kind::input,
                  layout.column_name(c) + " " + error.message() + header_remedy(layout, rows_.line()));
    }
  }
  return label;
}

void TableReader::read_text(std::size_t input, const InputPlaces& places, std::string_view cell,
                            std::span<float> values) {
  if (is_missing(cell)) return require_may_be_missing();
  if (const std::optional<std::size_t> place = places.category(input, cell)) {
    values[*place] = 1;
  } else {
    note_text(input, cell);
  }
}

float TableReader::read_number(std::size_t input, std::string_view cell) {
  const std::optional<float> number = cells_.read(cell);
  if (!number) {
    require(odd_.may_be_text, Kind::input, [&] { return not_a_number(cell); });
    note_text(input, cell);
    return std::numeric_limits<float>::quiet_NaN();
  }
  if (std::isnan(*number)) {
    require_may_be_missing();
    ++missing_;
  }
  return *number;
}

void TableReader::require_may_be_missing() const {
  require(odd_.may_be_missing, Kind::input,
          [&] { return "is missing a value" + std::string(odd_.missing_remedy); });
}

std::string TableReader::not_a_number(std::string_view cell) const {
  return "must be a number, got " + in_quotes(cell) + std::string(odd_.text_remedy);
}

std::string TableReader::header_remedy(const TableLayout& layout, int line) const {
  return layout.header.empty() && line == first_line_ ? std::string(odd_.header_remedy) : "";
}

void TableReader::refuse_text(const TableLayout& layout, std::size_t column) const {
  const TextCells& text = texts_[static_cast<std::size_t>(layout.targets[column])];
  throw Error(Kind::input,
              layout.column_name(column) + " " + not_a_number(text.first) + header_remedy(layout, text.line),
              place(name_, text.line));
}

void TableReader::note_text(std::size_t input, std::string_view cell) {
  TextCells& cells = texts_[input];
  if (cells.count++ > 0) return;
  cells.line = rows_.line();
  cells.first = cell;
}

}  // namespace ocelli::internal
