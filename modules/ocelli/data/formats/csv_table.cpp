#include "ocelli/data/formats/csv_table.hpp"

#include <algorithm>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"

namespace ocelli::internal {
namespace {

/// Removes the text up to the next separator, and the separator, from `rest`. Returns that text.
std::string_view take_plain(std::string_view& rest, char separator) {
  const std::string_view text =
      rest.substr(0, separator == kBlanks ? rest.find_first_of(" \t") : rest.find(separator));
  rest.remove_prefix(std::min(text.size() + 1, rest.size()));
  if (separator == kBlanks) rest = trim(rest);
  return trim(text);
}

/// The same for a quoted cell after its opening quote.
std::string take_quoted(std::string_view& rest, char separator) {
  std::string cell;
  while (true) {
    const std::size_t quote = rest.find('"');
    require(quote != std::string_view::npos, Kind::input, "a quoted cell does not end on its line");
    cell += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) break;
    cell += '"';
    rest.remove_prefix(1);
  }
  require(take_plain(rest, separator).empty(), Kind::input,
          "text follows a quoted cell; double the quotes inside it");
  return cell;
}

/// Skips blanks before a cell, unless one of them is the separator.
void skip_blanks(std::string_view& rest, char separator) {
  if (separator == kBlanks) rest = trim(rest);
  while (!rest.empty() && rest.front() != separator && (rest.front() == ' ' || rest.front() == '\t'))
    rest.remove_prefix(1);
}

std::string take_cell(std::string_view& rest, char separator) {
  skip_blanks(rest, separator);
  if (!rest.starts_with('"')) return std::string(take_plain(rest, separator));
  rest.remove_prefix(1);
  return take_quoted(rest, separator);
}

/// Whether a line ends inside a quoted cell. `inside` is the state at its beginning.
bool ends_in_quotes(std::string_view rest, bool inside, char separator) {
  while (!rest.empty()) {
    if (inside) {
      const std::size_t quote = rest.find('"');
      if (quote == std::string_view::npos) return true;
      rest.remove_prefix(quote + 1);
      inside = rest.starts_with('"');  // doubled
    } else {
      skip_blanks(rest, separator);
      inside = rest.starts_with('"');
    }
    if (inside) rest.remove_prefix(1);
    if (!inside) take_plain(rest, separator);
  }
  return inside;
}

bool has_quotes(std::string_view text) { return text.find('"') != std::string_view::npos; }

}  // namespace

CsvRow split_cells(std::string_view line, char separator) {
  require_bounded_line(line);
  if (separator == kBlanks) line = trim(line);
  const bool last_is_empty = line.ends_with(separator);
  CsvRow row;
  while (!line.empty()) row.push_back(take_cell(line, separator));
  if (last_is_empty) row.emplace_back();
  return row;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_cells(const CsvRow& row) {
  std::string text;
  for (std::size_t c = 0; c < row.size(); ++c) text += (c > 0 ? "," : "") + csv_cell(row[c]);
  return text;
}

std::string_view CsvRows::next_row() {
  const std::optional<NumberedLine> first = lines_.next_with_text();
  if (!first) return {};
  line_ = first->number;
  first_line_ = first->text;
  const LineReader below = lines_;
  try {
    return row_from(first->text);
  } catch (const Error&) {
    lines_ = below;
    throw;
  }
}

/// The row that begins with this line.
std::string_view CsvRows::row_from(std::string_view row) {
  bool open = has_quotes(row) && ends_in_quotes(row, false, separator_);
  while (open) {
    require_bounded_line(row);
    const std::optional<NumberedLine> more = lines_.next();
    require(more.has_value(), Kind::input, "a quoted cell does not end");
    row = {row.data(), static_cast<std::size_t>(more->text.data() + more->text.size() - row.data())};
    open = ends_in_quotes(more->text, true, separator_);
  }
  require_bounded_line(row);
  return row;
}

void CsvRows::split_plain(std::string_view row) {
  if (separator_ == kBlanks) row = trim(row);
  const bool last_is_empty = row.ends_with(separator_);
  while (!row.empty()) cells_.push_back(take_plain(row, separator_));
  if (last_is_empty) cells_.emplace_back();
}

void CsvRows::split_quoted(std::string_view row) {
  unquoted_ = split_cells(row, separator_);
  cells_.assign(unquoted_.begin(), unquoted_.end());
}

std::optional<std::span<const std::string_view>> CsvRows::next() {
  cells_.clear();
  const std::string_view row = next_row();
  if (row.empty()) return std::nullopt;
  if (has_quotes(row)) {
    split_quoted(row);
  } else {
    split_plain(row);
  }
  return cells_;
}

CsvHeader::CsvHeader(LineReader& lines, std::string_view source) : source_(source) {
  const std::optional<NumberedLine> line = lines.next_with_text();
  require(line.has_value(), Kind::input, "is empty; expected a header row such as 'image,x,y,w,h'", source_);
  try {
    names_ = split_cells(line->text);
  } catch (const Error& error) {
    throw Error(error.kind(), error.message(), place(source_, line->number));
  }
}

std::optional<std::size_t> CsvHeader::find(std::string_view column) const {
  const auto found = std::ranges::find(names_, column);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::size_t CsvHeader::at(std::string_view column) const {
  const std::optional<std::size_t> found = find(column);
  require(
      found.has_value(), Kind::input,
      [&] {
        return "has no column '" + std::string(column) + "'; expected a header row such as 'image,x,y,w,h'";
      },
      source_);
  return *found;
}

CsvRow CsvHeader::row(std::string_view line) const {
  CsvRow cells = split_cells(line);
  if (cells.size() == names_.size()) return cells;
  throw Error(Kind::input, "has " + std::to_string(cells.size()) + " columns, but the header has " +
                               std::to_string(names_.size()));
}

}  // namespace ocelli::internal
