#include "classifier_results.hpp"

#include <charconv>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr std::uint64_t kMaxCsvBytes = 1 << 20;

std::string text(const std::string& value) { return value; }
std::string text(std::size_t value) { return std::to_string(value); }
std::string text(double value) { return format_number(value); }

void parse(const std::string& text, std::string& value) { value = text; }

template <class Number>
void parse(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  require(failure == std::errc() && stop == end, Kind::input, in_quotes(text) + " is no number");
}

Measurement parse_row(const CsvHeader& header, std::string_view line) {
  const CsvRow cells = header.row(line);
  Measurement measurement;
  Measurement::describe(measurement,
                        [&](const char* column, auto& value) { parse(cells[header.at(column)], value); });
  return measurement;
}

}  // namespace

Table as_table(const std::vector<Measurement>& measurements) {
  std::vector<std::string> header;
  Measurement::describe(Measurement{}, [&](const char* column, const auto&) { header.emplace_back(column); });
  Table table(header);
  for (const Measurement& one : measurements) {
    std::vector<std::string> row;
    Measurement::describe(one, [&](const char*, const auto& value) { row.push_back(text(value)); });
    table.add(std::move(row));
  }
  return table;
}

std::vector<Measurement> read_measurements(const std::filesystem::path& csv) {
  if (!std::filesystem::exists(csv)) return {};
  const std::string content = read_text(csv, kMaxCsvBytes);
  LineReader lines(content);
  const CsvHeader header(lines, csv.string());
  std::vector<Measurement> measurements;
  while (const auto line = lines.next_with_text()) {
    try {
      measurements.push_back(parse_row(header, line->text));
    } catch (const Error& error) {
      if (!error.where().empty()) throw;
      throw Error(error.kind(), error.message(), csv.string() + ':' + std::to_string(line->number));
    }
  }
  return measurements;
}

}  // namespace ocelli::internal::bench
