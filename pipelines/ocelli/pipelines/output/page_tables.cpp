#include "ocelli/pipelines/output/page_tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

std::span<const ReadTable> tables_of(const Record& record) {
  return record.page ? std::span<const ReadTable>(record.page->tables) : std::span<const ReadTable>();
}

std::string plain_number(double value) {
  std::array<char, 32> text{};
  const auto [end, failure] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return failure == std::errc{} ? std::string(text.data(), end) : std::string();
}

/// Whether a spreadsheet that opens the text may take it for a formula.
/// Source  OWASP, CSV injection.
bool is_like_formula(const std::string& text) {
  constexpr std::string_view kStarts = "=+-@", kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first != std::string::npos && first + 1 < text.size() &&
         kStarts.find(text[first]) != std::string_view::npos;
}

std::string csv_text(const ReadCell& cell) {
  if (cell.number) {
    std::string number = plain_number(*cell.number);
    if (!number.empty()) return number;
  }
  return (is_like_formula(cell.text) ? "'" : "") + cell.text;
}

template <class TextOf>
std::vector<std::vector<std::string>> places_of(const ReadTable& table, TextOf&& text_of) {
  std::vector<std::vector<std::string>> rows(
      static_cast<std::size_t>(table.rows),
      std::vector<std::string>(static_cast<std::size_t>(table.columns)));
  for (const ReadCell& cell : table.cells)
    rows[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)] = text_of(cell);
  return rows;
}

std::string valid(const std::string& text) { return to_utf8(code_points(text)); }

std::string html_cell(const ReadCell& cell, bool is_heading) {
  const std::string name = is_heading ? "th" : "td";
  std::string element = "<" + name;
  if (cell.row_span > 1) element += " rowspan=\"" + std::to_string(cell.row_span) + "\"";
  if (cell.column_span > 1) element += " colspan=\"" + std::to_string(cell.column_span) + "\"";
  return element + ">" + escaped_xml(cell.text) + "</" + name + ">";
}

std::string html_rows(const ReadTable& table, int first, int last, const std::string& part) {
  if (first >= last) return {};
  std::string rows = "<" + part + ">\n";
  for (int row = first; row < last; ++row) {
    rows += "<tr>";
    for (const ReadCell& cell : table.cells) {
      if (cell.row == row) rows += html_cell(cell, part == "thead");
    }
    rows += "</tr>\n";
  }
  return rows + "</" + part + ">\n";
}

/// A text that is shown as it is.
std::string markdown_text(const std::string& text) {
  std::string shown;
  for (const char byte : text) {
    constexpr std::string_view kMarks = "\\`*_[]|~";
    if (byte == '<' || byte == '&') {
      shown += byte == '<' ? "&lt;" : "&amp;";
    } else if (static_cast<unsigned char>(byte) < ' ') {
      shown += ' ';
    } else {
      if (kMarks.find(byte) != std::string_view::npos) shown += '\\';
      shown += byte;
    }
  }
  return shown;
}

std::string markdown_row(const std::vector<std::string>& texts) {
  std::string row = "|";
  for (const std::string& text : texts) row += " " + markdown_text(text) + " |";
  return row + "\n";
}

/// The texts of the heading rows, joined for each column; empty without heading rows.
std::vector<std::string> joined_headings(const std::vector<std::vector<std::string>>& rows,
                                         std::size_t count) {
  std::vector<std::string> headings(rows[0].size());
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t column = 0; column < headings.size(); ++column) {
      const std::string& text = rows[row][column];
      if (!text.empty()) headings[column] += (headings[column].empty() ? "" : " ") + text;
    }
  }
  return headings;
}

std::string markdown_table(const ReadTable& table) {
  const std::vector<std::vector<std::string>> rows = rows_of(table);
  const std::size_t headings =
      std::min(static_cast<std::size_t>(std::max(table.header_rows, 0)), rows.size());
  std::string text = markdown_row(joined_headings(rows, headings)) + "|";
  for (std::size_t column = 0; column < rows[0].size(); ++column) text += " --- |";
  text += "\n";
  for (std::size_t row = headings; row < rows.size(); ++row) text += markdown_row(rows[row]);
  return text;
}

/// The texts of the tables of a page, with an empty line before each but the first of the first page.
template <class TextOf>
std::string parted(const Record& record, std::size_t number, TextOf&& text_of) {
  std::string text;
  for (const ReadTable& table : tables_of(record)) {
    if (number > 1 || !text.empty()) text += "\n";
    text += text_of(table);
  }
  return valid(text);
}

std::string csv_table(const ReadTable& table) {
  std::string text;
  for (const CsvRow& row : places_of(table, csv_text)) text += csv_cells(row) + "\n";
  return text;
}

}  // namespace

std::vector<std::vector<std::string>> rows_of(const ReadTable& table) {
  return places_of(table, [](const ReadCell& cell) { return cell.text; });
}

std::string page_tables_csv(const Record& record, std::size_t number) {
  return parted(record, number, csv_table);
}

std::string page_tables_html(const Record& record) {
  std::string text;
  for (const ReadTable& table : tables_of(record)) {
    const int headings = std::clamp(table.header_rows, 0, table.rows);
    text += "<table>\n" + html_rows(table, 0, headings, "thead") +
            html_rows(table, headings, table.rows, "tbody") + "</table>\n";
  }
  return text;
}

std::string page_tables_markdown(const Record& record, std::size_t number) {
  return parted(record, number, markdown_table);
}

}  // namespace ocelli::internal
