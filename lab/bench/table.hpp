#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal::bench {

/// Rows of text under a header, for printing and for later use in charts.
class Table {
 public:
  /// Throws  Error(Kind::usage) for a table without columns.
  explicit Table(std::vector<std::string> header);

  /// Throws  Error(Kind::usage) unless there is one cell per column.
  void add(std::vector<std::string> row);

  const std::vector<std::string>& header() const { return header_; }
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

/// One line per row, the header first. Cells with commas, quotes or line breaks are quoted (RFC 4180).
std::string to_csv(const Table& table);

/// The table as Markdown. Bars in cells are escaped, and line breaks become spaces.
std::string to_markdown(const Table& table);

/// A number as a table cell, with a fixed number of decimals in any locale; a dash if there is no number.
std::string cell(double value, int decimals);
std::string cell(std::size_t count);

/// Replaces the file with the text atomically, and reports it.
/// Throws  Error(Kind::output).
void write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace ocelli::internal::bench
