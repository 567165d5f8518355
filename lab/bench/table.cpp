#include "table.hpp"

#include <cmath>
#include <cstdio>
#include <span>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::internal::bench {
namespace {

using Row = std::vector<std::string>;

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + '"';
}

std::string csv_line(const Row& row) {
  std::string line;
  for (const std::string& text : row) line += csv_cell(text) + ',';
  line.back() = '\n';
  return line;
}

std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|') escaped += '\\';
    escaped += letter == '\n' ? ' ' : letter;
  }
  return escaped;
}

std::string markdown_line(const Row& row) {
  std::string line = "|";
  for (const std::string& text : row) line += ' ' + markdown_cell(text) + " |";
  return line + '\n';
}

}  // namespace

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {
  require(!header_.empty(), Kind::usage, "a table needs a column");
}

void Table::add(std::vector<std::string> row) {
  require(row.size() == header_.size(), Kind::usage,
          "a row of " + std::to_string(row.size()) + " cells does not fit a table of " +
              std::to_string(header_.size()) + " columns");
  rows_.push_back(std::move(row));
}

std::string to_csv(const Table& table) {
  std::string text = csv_line(table.header());
  for (const Row& row : table.rows()) text += csv_line(row);
  return text;
}

std::string to_markdown(const Table& table) {
  std::string text = markdown_line(table.header()) + '|';
  for (std::size_t c = 0; c < table.header().size(); ++c) text += "---|";
  text += '\n';
  for (const Row& row : table.rows()) text += markdown_line(row);
  return text;
}

std::string cell(double value, int decimals) {
  return std::isfinite(value) ? format_number(value, decimals) : "-";
}

std::string cell(std::size_t count) { return std::to_string(count); }

void write_text(const std::filesystem::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
  std::printf("written: %s\n", path.filename().c_str());
}

}  // namespace ocelli::internal::bench
