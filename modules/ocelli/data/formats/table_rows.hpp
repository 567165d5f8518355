#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/samples/table_columns.hpp"

/// The rows of a table's text; part of labeled_csv.hpp.
namespace ocelli::internal {

/// The separator of a table: the one that gives most of its first lines the same number of cells, outside
/// quotes. Of several, in this order: semicolon, tab, bar, comma, blanks.
char find_separator(std::string_view text);

/// The separator that the form specifies, or that is found in the text.
char separator_of(std::string_view text, const TableForm& form);

/// What was left out at the top of a table.
struct SkippedRows {
  std::size_t comments = 0, titles = 0;
};

/// Iterates over the rows of a table, any number of times.
///
/// Skips "sep=;" and comments (lines that begin with #, % or //, and have another number of cells than the
/// table), titles above the header, and rows without any value. Empty cells at the end of a row beyond the
/// last column are cut off. A header with one name fewer than cells names all columns but the first or, if
/// the last one is empty, but the last.
class TableRows {
 public:
  /// Keeps a reference to the text. `expected`: names of columns; a first row that has all of them is a
  /// header. `lines_above`: lines of the text that its file does not have. Throws  Error(Kind::input) for a
  /// table without rows.
  TableRows(std::string_view text, std::string name, const TableForm& form,
            std::span<const std::string> expected = {}, int lines_above = 0);

  const std::string& name() const { return name_; }
  char separator() const { return separator_; }
  std::size_t columns() const { return columns_; }
  /// Forgets the last columns, which are empty.
  void keep_columns(std::size_t count);
  const CsvRow& header() const { return header_; }  ///< empty without one
  const SkippedRows& skipped() const { return skipped_; }
  /// The line of the row that each() is at.
  int line() const { return line_ - lines_above_; }

  /// Calls `use` with the cells of each row below the header, and `spoiled` with the reason for each row that
  /// has another number of cells or is badly quoted. An error that they throw names the line.
  void each(const auto& use, const auto& spoiled) {
    CsvRows rows = restart();
    while (true) {
      check_canceled();
      try {
        const auto cells = rows.next();
        if (!cells) return;
        line_ = rows.line();
        if (is_skipped(*cells, rows)) continue;
        const std::span<const std::string_view> row = cut(*cells);
        if (row.size() == columns_) {
          at_line([&] { use(row); });
          continue;
        }
        at_line([&] { spoiled(wrong_width(row.size())); });
      } catch (const Error& error) {
        if (!error.where().empty() || error.kind() != Kind::input) throw;
        line_ = rows.line();
        at_line([&] { spoiled(error.message()); });
      }
    }
  }
  void each(const auto& use) {
    each(use, [](const std::string&) {});
  }

  /// An error that `work` throws names the line.
  void at_line(const auto& work) const try { work(); } catch (const Error& error) {
    if (!error.where().empty()) throw;
    throw Error(error.kind(), error.message(), place(name_, line()));
  }

  /// The same for the header, or the first row.
  void at_first_line(const auto& work) {
    line_ = first_line_;
    at_line(work);
  }

 private:
  void find_start(const TableForm& form, std::span<const std::string> expected);
  void choose_header(const std::vector<CsvRow>& top, const TableForm& form,
                     std::span<const std::string> expected);
  CsvRows restart() const;
  bool is_skipped(std::span<const std::string_view> cells, const CsvRows& rows) const;
  std::span<const std::string_view> cut(std::span<const std::string_view> cells) const;
  std::string wrong_width(std::size_t cells) const;

  std::string_view text_;
  std::string name_;
  char separator_;
  std::size_t columns_ = 0;
  CsvRow header_;
  int first_line_ = 0;  ///< lines above it are skipped
  int line_ = 0;
  int lines_above_ = 0;
  SkippedRows skipped_;
};

/// Whether a first row names columns, with the rows below it: none of its cells is a number, and most are not
/// missing values; or its numbers count up in equal steps, unlike those below, and there are several, or it
/// has text above numbers or other texts.
bool names_columns(std::span<const std::string> first, std::span<const CsvRow> below);

}  // namespace ocelli::internal
