#include "ocelli/data/labelled_csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotation_builder.hpp"
#include "ocelli/data/class_names.hpp"
#include "ocelli/data/csv_table.hpp"
#include "ocelli/data/gzip.hpp"
#include "ocelli/data/text_lines.hpp"

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

std::size_t count_cells(std::string_view line) {
  require_bounded_line(line);
  if (line.find('"') != std::string_view::npos) return split_cells(line).size();
  return 1 + static_cast<std::size_t>(std::ranges::count(line, ','));
}

/// Takes what lies before the next comma, and the comma, off the front of `rest`.
std::string_view take_cell(std::string_view& rest) {
  const std::string_view cell = rest.substr(0, rest.find(','));
  rest.remove_prefix(std::min(cell.size() + 1, rest.size()));
  return trim(cell);
}

float parse_value(std::string_view cell, std::size_t column) {
  double value = 0;
  const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  const bool is_number = failure != std::errc::invalid_argument && end == cell.data() + cell.size();
  if (is_number && failure == std::errc{} && std::isfinite(static_cast<float>(value)))
    return static_cast<float>(value);
  throw Error(Kind::input, "column " + std::to_string(column) + " is " + in_quotes(cell) +
                               (is_number ? ", not a finite number" : ", not a number"));
}

/// Fills `values` from the front of a line and returns what follows them.
std::string_view parse_values(std::string_view line, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = parse_value(take_cell(line), i + 1);
  return line;
}

std::string parse_label(std::string_view cell) {
  CsvRow row = split_cells(cell);
  require(!row.empty() && !row.front().empty(), Kind::input, "the last column, the label, is empty");
  return std::move(row.front());
}

void require_cells(std::size_t expected, std::string_view line) {
  const std::size_t found = count_cells(line);
  require(found == expected, Kind::input,
          "has " + std::to_string(found) + " columns where the first line has " + std::to_string(expected));
}

/// Runs the parse of one line; what it throws then names the line.
void at_line(const std::string& name, int line, const auto& parse) try {
  parse();
} catch (const Error& error) {
  throw Error(error.kind(), error.message(), place(name, line));
}

/// Reads the numbers of every line but its last `others` cells, which go to `take_rest` as text.
SampleValues parse_rows(std::string_view text, const std::string& name, std::size_t others,
                        const std::function<void(std::string_view)>& take_rest) {
  LineReader lines(text);
  std::optional<NumberedLine> line = lines.next_with_text();
  require(line.has_value(), Kind::input, "is empty; a line of numbers for each sample is expected", name);
  std::size_t cells = 0;
  at_line(name, line->number, [&] {
    cells = count_cells(line->text);
    require(cells > others, Kind::input,
            "has a label alone; numbers, commas between them, are expected before it");
  });
  GrowingRows rows(cells - others);
  for (; line; line = lines.next_with_text()) {
    at_line(name, line->number, [&] {
      require_cells(cells, line->text);
      take_rest(parse_values(line->text, rows.append()));
    });
  }
  return std::move(rows).take();
}

std::string read_table(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::vector<std::byte> bytes = unpack(read_file(path, kMostTableBytes), kMostTableBytes + 1, name);
  require(bytes.size() <= kMostTableBytes, Kind::input,
          "holds more than the " + std::to_string(kMostTableBytes) + " bytes of text allowed", name);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Samples parse_labelled_csv(std::string_view text, const std::string& name) {
  Samples samples;
  LabelBuilder labels;
  samples.values = parse_rows(text, name, 1, [&](std::string_view rest) { labels.add(parse_label(rest)); });
  labels.write_to(samples);
  return samples;
}

Samples parse_value_csv(std::string_view text, const std::string& name) {
  return {parse_rows(text, name, 0, [](std::string_view) {}), {}, {}, {}};
}

Samples read_labelled_csv(const std::filesystem::path& path) {
  return parse_labelled_csv(read_table(path), path.string());
}

Samples read_value_csv(const std::filesystem::path& path) {
  return parse_value_csv(read_table(path), path.string());
}

}  // namespace ocelli
