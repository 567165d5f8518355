#include <algorithm>
#include <charconv>
#include <optional>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/data/formats/text_lines.hpp"

// ARFF, the attribute-relation file format of Weka.
namespace ocelli::internal {
namespace {

/// Takes a word or a text in single or double quotes, up to one of `ends`.
std::string take_token(std::string_view& rest, std::string_view ends) {
  rest = trim(rest);
  std::string token;
  const char quote = rest.empty() ? '\0' : rest.front();
  if (quote != '\'' && quote != '"') {
    token = trim(rest.substr(0, rest.find_first_of(ends)));
    rest.remove_prefix(std::min(rest.find_first_of(ends), rest.size()));
    return token;
  }
  for (rest.remove_prefix(1); !rest.empty() && rest.front() != quote; rest.remove_prefix(1)) {
    if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
    token += rest.front();
  }
  rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  rest = trim(rest);
  return token;
}

CsvRow dense_row(std::string_view line) {
  CsvRow row;
  while (true) {
    row.push_back(take_token(line, ",\t"));
    if (line.empty()) return row;
    line.remove_prefix(1);
  }
}

/// The default value of a sparse row: 0, or the first text of a nominal attribute.
std::string default_of(std::string_view type) {
  type = trim(type);
  if (!type.starts_with('{')) return "0";
  type.remove_prefix(1);
  return take_token(type, ",}");
}

/// "{1 5, 3 red}": places from 0, and values.
CsvRow sparse_row(std::string_view line, const CsvRow& defaults) {
  CsvRow row = defaults;
  line.remove_prefix(1);
  line = line.substr(0, line.rfind('}'));
  while (!trim(line).empty()) {
    line = trim(line);
    std::size_t place = 0;
    const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), place);
    if (failure != std::errc() || place >= row.size()) return {};
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    row[place] = take_token(line, ",");
    line.remove_prefix(std::min<std::size_t>(1, line.size()));
  }
  return row;
}

}  // namespace

std::string arff_rows(std::string_view text, const std::string& name) {
  std::string rows;
  CsvRow names, defaults;
  bool is_data = false;
  LineReader lines(text);
  int written = 0;
  while (const auto line = lines.next_with_text()) {
    std::string_view rest = trim(line->text);
    if (rest.starts_with('%')) continue;
    const auto write = [&](const CsvRow& row) {
      for (; written + 1 < line->number; ++written) rows += '\n';
      rows += csv_cells(row) + '\n';
      ++written;
    };
    if (is_data) {
      write(rest.starts_with('{') ? sparse_row(rest, defaults) : dense_row(rest));
      continue;
    }
    const std::string word = in_lower_case(take_token(rest, " \t"));
    if (word == "@attribute") {
      names.push_back(take_token(rest, " \t{"));
      defaults.push_back(default_of(rest));
    }
    if (word != "@data") continue;
    require(!names.empty(), Kind::input, "has no @attribute above @data", place(name, line->number));
    is_data = true;
    write(names);
  }
  require(is_data, Kind::input, "is ARFF without @data", name);
  return rows;
}

}  // namespace ocelli::internal
