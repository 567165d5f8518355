#pragma once

#include <filesystem>
#include <memory>

#include "ocelli/text/tables/read_table.hpp"

namespace ocelli::internal {

/// Writes tables to a workbook of Excel (.xlsx), one sheet for each. Numbers are numbers, all else is text,
/// also what begins like a formula. Cells over several places are merged, heading rows are bold. A workbook
/// without tables has one empty sheet.
class TableWorkbook {
 public:
  /// Throws  Error(Kind::output) naming a file that cannot be written, here and in finish().
  explicit TableWorkbook(const std::filesystem::path& file);
  ~TableWorkbook();
  TableWorkbook(const TableWorkbook&) = delete;
  TableWorkbook& operator=(const TableWorkbook&) = delete;

  void add(const ReadTable& table);
  /// Writes the file, which then appears complete.
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ocelli::internal
