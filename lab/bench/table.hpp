#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal::bench {

/// Rows of texts under a header: what a bench prints, and keeps for others to draw.
class Table {
 public:
  /// Throws Error(Kind::usage) for no column at all.
  explicit Table(std::vector<std::string> header);

  /// Throws Error(Kind::usage) unless there is one cell a column.
  void add(std::vector<std::string> row);

  const std::vector<std::string>& header() const { return header_; }
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

/// A line a row, the header first; cells with commas, quotes or line breaks are quoted (RFC 4180).
std::string to_csv(const Table& table);

/// The same as a table of Markdown: bars in cells are escaped, line breaks become blanks.
std::string to_markdown(const Table& table);

/// A number as a table's cell, with a fixed number of decimals, the same in any locale; a dash for no number.
std::string cell(double value, int decimals);
std::string cell(std::size_t count);

/// Replaces the file by the text, all or nothing, and says so. Throws Error(Kind::output).
void write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace ocelli::internal::bench
