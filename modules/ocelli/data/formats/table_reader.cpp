#include "ocelli/data/formats/table_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/input_plan.hpp"
#include "ocelli/data/formats/table_dates.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// The number of a cell as programs write it, for columns with decimal points.
std::optional<double> plain_value(std::string_view cell) {
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, failure] = std::from_chars(cell.data(), end, value);
  constexpr double kLargest = std::numeric_limits<float>::max();
  if (failure != std::errc() || stop != end || !(std::abs(value) <= kLargest)) return std::nullopt;
  return value;
}

/// Writes the parts of a date, in days with the time of day as a fraction. Its first value, the days since
/// the offset, is written already.
void write_date(double days, InputKind kind, std::span<float> parts) {
  const double whole = std::floor(days);
  const auto day = static_cast<long>(whole);
  const WrittenDate date = date_of(day);
  constexpr long kWeekdayOfEpoch = 3;  // Thursday
  parts[1] = static_cast<float>(date.year);
  parts[2] = static_cast<float>(date.month);
  parts[3] = static_cast<float>(date.day);
  parts[4] = static_cast<float>(((day + kWeekdayOfEpoch) % 7 + 7) % 7);
  if (has_clock(kind)) parts[5] = static_cast<float>(std::round((days - whole) * 86'400));
}

SampleValues values_for(std::size_t count, std::size_t width, std::uint64_t max_bytes) {
  const std::uint64_t bytes = std::uint64_t{count} * width * sizeof(float);
  require(bytes <= max_bytes, Kind::input, [&] {
    return "does not fit: " + std::to_string(count) + " rows of " + std::to_string(width) +
           " values exceed the " + std::to_string(max_bytes >> 20) +
           " MB that --max-megabytes leaves besides the text: ignore text columns, or split the table";
  });
  return SampleValues::Zero(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(width));
}

}  // namespace

SampleReader::SampleReader(TableRows& rows, const TableLayout& layout, const TableColumns& columns,
                           std::vector<char> marks)
    : rows_(rows),
      layout_(layout),
      columns_(columns),
      places_(columns),
      missing_(columns.form.na_values),
      marks_(std::move(marks)) {}

Samples SampleReader::read(std::size_t count, std::uint64_t max_bytes, const RowRules& rules) {
  rules_ = rules;
  findings_ = {};
  findings_.inputs.resize(layout_.inputs());
  Samples samples{values_for(count, places_.width(), max_bytes), {}, {}, {}};
  LabelBuilder builder;
  std::size_t read = 0;
  const std::optional<std::size_t> label = layout_.label();
  const auto next_values = [&] {
    return std::span<float>(samples.values.row(static_cast<Eigen::Index>(read++)).data(), places_.width());
  };
  rows_.each(
      [&](std::span<const std::string_view> row) {
        const bool is_labeled = label && !missing_.has_label(row[*label]);
        if (label && !is_labeled) {
          ++findings_.unlabeled;
          findings_.first_unlabeled.note(rows_.line(), row[*label]);
          if (rules.labels == Labels::needed) return;
        }
        read_row(row, next_values());
        if (label) builder.add(is_labeled ? row[*label] : std::string_view());
      },
      [&](const std::string& reason) {
        findings_.spoiled.push_back({place(rows_.name(), rows_.line()), reason});
        if (rules.leaves_out) return;
        findings_.errors.push_back({read, findings_.spoiled.back()});
        std::ranges::fill(next_values(), 0.0f);
        if (label) builder.add("");
      });
  samples.values.conservativeResize(static_cast<Eigen::Index>(read), Eigen::NoChange);
  const bool any_labeled = label && findings_.unlabeled + findings_.errors.size() < read;
  if (any_labeled || rules.labels == Labels::needed) builder.write_to(samples);
  return samples;
}

void SampleReader::read_row(std::span<const std::string_view> row, std::span<float> values) {
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (layout_.targets[c] < 0) continue;
    const auto input = static_cast<std::size_t>(layout_.targets[c]);
    const bool is_text = places_.is_text(input);
    if (!is_text && marks_[input] == '.' && columns_.kind(input) == InputKind::plain) {
      if (const std::optional<double> value = plain_value(row[c]); value && !missing_.is_told(row[c])) {
        values[places_.first(input)] = static_cast<float>(*value - columns_.offset(input));
        ++findings_.values;
        continue;
      }
    }
    if (missing_.has(row[c])) {
      require_may_be_missing(c);
      if (is_text) continue;
      ++findings_.missing;
      values[places_.first(input)] = kMissing;
    } else if (is_text) {
      read_text(input, row[c], values);
    } else {
      read_number(c, row[c], values);
    }
  }
}

void SampleReader::read_text(std::size_t input, std::string_view cell, std::span<float> values) {
  if (const std::optional<std::size_t> place = places_.category(input, cell)) {
    values[*place] = 1;
    ++findings_.values;
    return;
  }
  ++findings_.inputs[input].texts;
  findings_.inputs[input].first_text.note(rows_.line(), cell);
}

void SampleReader::read_number(std::size_t column, std::string_view cell, std::span<float> values) {
  const auto input = static_cast<std::size_t>(layout_.targets[column]);
  const InputKind kind = columns_.kind(input);
  const std::size_t first = places_.first(input);
  const std::optional<double> value = read_value(cell, kind, marks_[input]);
  if (!value || std::isnan(*value)) {
    require(rules_.may_be_missing, Kind::input,
            [&] { return layout_.column_name(column) + " must be a finite number, got " + in_quotes(cell); });
    RowFindings::Input& found = findings_.inputs[input];
    ++(value ? found.infinite : found.texts);
    (value ? found.first_infinite : found.first_text).note(rows_.line(), cell);
    values[first] = kMissing;
    return;
  }
  values[first] = static_cast<float>(*value - columns_.offset(input));
  ++findings_.values;
  if (has_date(kind)) write_date(*value, kind, values.subspan(first));
}

void SampleReader::require_may_be_missing(std::size_t column) const {
  require(rules_.may_be_missing, Kind::input, [&] {
    return layout_.column_name(column) + " is missing a value" + std::string(rules_.missing_remedy);
  });
}

void fill_missing(SampleValues& values, const TableColumns& columns) {
  const InputPlaces places(columns);
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    const std::span<float> row(values.row(i).data(), places.width());
    for (std::size_t input = 0; input < columns.fills.size(); ++input) {
      const std::size_t first = places.first(input);
      if (!std::isnan(row[first])) continue;
      row[first] = columns.fills[input];
      const double days = static_cast<double>(row[first]) + columns.offset(input);
      if (has_date(columns.kind(input))) write_date(days, columns.kind(input), row.subspan(first));
      if (const std::optional<std::size_t> mark = places.mark(input)) row[*mark] = 1;
    }
  }
}

}  // namespace ocelli::internal
