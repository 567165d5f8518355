#include "ocelli/data/csv_table.hpp"

#include <algorithm>

#include "ocelli/core/error.hpp"
#include "ocelli/data/annotation_builder.hpp"

namespace ocelli {
namespace {

/// Takes what lies before the next comma, and the comma, off the front of `rest`.
std::string_view take_plain(std::string_view& rest) {
  const std::string_view text = rest.substr(0, rest.find(','));
  rest.remove_prefix(std::min(text.size() + 1, rest.size()));
  return trim(text);
}

/// The same for a cell in quotes, whose first quote is already taken.
std::string take_quoted(std::string_view& rest) {
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
  require(take_plain(rest).empty(), Kind::input, "text follows a quoted cell; double the quotes inside it");
  return cell;
}

std::string take_cell(std::string_view& rest) {
  if (!rest.starts_with('"')) return std::string(take_plain(rest));
  rest.remove_prefix(1);
  return take_quoted(rest);
}

}  // namespace

CsvRow split_cells(std::string_view line) {
  require_bounded_line(line);
  const bool last_is_empty = line.ends_with(',');
  CsvRow row;
  while (!line.empty()) row.push_back(take_cell(line));
  if (last_is_empty) row.emplace_back();
  return row;
}

CsvHeader::CsvHeader(LineReader& lines, std::string_view source) : source_(source) {
  const std::optional<NumberedLine> line = lines.next_with_text();
  require(line.has_value(), Kind::input, "is empty; a header row such as 'image,x,y,w,h' is expected",
          source_);
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
  require(found.has_value(), Kind::input,
          "has no column '" + std::string(column) + "'; a header row such as 'image,x,y,w,h' is expected",
          source_);
  return *found;
}

CsvRow CsvHeader::row(std::string_view line) const {
  CsvRow cells = split_cells(line);
  require(cells.size() == names_.size(), Kind::input,
          "has " + std::to_string(cells.size()) + " columns where the header has " +
              std::to_string(names_.size()));
  return cells;
}

}  // namespace ocelli
