#include "ocelli/pipelines/output/table_workbook.hpp"

#include <unistd.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "ocelli/core/new_file.hpp"
#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kLongestText = 32767;  ///< of a cell, in UTF-16 units, by Excel's limits
constexpr std::size_t kBlock = 1 << 16;

/// The text without characters that XML forbids, cut to what a cell holds.
std::string cell_text(const std::string& text) {
  std::u32string characters;
  std::size_t units = 0;
  for (const char32_t character : code_points(text)) {
    units += character > 0xFFFF ? 2 : 1;
    if (units > kLongestText) break;
    characters += character < U' ' || character == 0xFFFE || character == 0xFFFF ? U' ' : character;
  }
  return to_utf8(characters);
}

/// A file in memory, at a path for libxlsxwriter, which only writes to a path that it can seek in.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memory_file("ocelli-workbook")) {
    require(descriptor_ >= 0, Kind::output, "cannot hold a workbook in memory");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return descriptor_path(descriptor_); }

  void copy_to(NewFile& file) const {
    std::array<std::byte, kBlock> block{};
    ::off_t place = 0;
    for (::ssize_t count; (count = ::pread(descriptor_, block.data(), block.size(), place)) > 0;
         place += count)
      file.write(std::span(block).first(static_cast<std::size_t>(count)));
  }

 private:
  int descriptor_;
};

}  // namespace

struct TableWorkbook::Parts {
  explicit Parts(const std::filesystem::path& path) : name(path), file(path) {
    book = ::workbook_new(memory.path().c_str());
    require(book != nullptr, Kind::output, "cannot begin a workbook", name.native());
    bold = ::workbook_add_format(book);
    ::format_set_bold(bold);
  }
  ~Parts() {
    if (book != nullptr) ::workbook_close(book);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  std::filesystem::path name;
  NewFile file;
  MemoryFile memory;
  ::lxw_workbook* book = nullptr;
  ::lxw_format* bold = nullptr;
  bool has_sheet = false;
};

namespace {

void write_cell(::lxw_worksheet* sheet, const ReadCell& cell, ::lxw_format* format) {
  const auto row = static_cast<::lxw_row_t>(cell.row),
             last_row = static_cast<::lxw_row_t>(cell.row + cell.row_span - 1);
  const auto column = static_cast<::lxw_col_t>(cell.column),
             last_column = static_cast<::lxw_col_t>(cell.column + cell.column_span - 1);
  if (last_row > row || last_column > column)
    ::worksheet_merge_range(sheet, row, column, last_row, last_column, "", format);
  if (cell.number) {
    ::worksheet_write_number(sheet, row, column, *cell.number, format);
  } else if (!cell.text.empty()) {
    ::worksheet_write_string(sheet, row, column, cell_text(cell.text).c_str(), format);
  }
}

}  // namespace

TableWorkbook::TableWorkbook(const std::filesystem::path& file) : parts_(std::make_unique<Parts>(file)) {}

TableWorkbook::~TableWorkbook() = default;

void TableWorkbook::add(const ReadTable& table) {
  ::lxw_worksheet* const sheet = ::workbook_add_worksheet(parts_->book, nullptr);
  require(sheet != nullptr, Kind::output, "cannot add a sheet", parts_->name.native());
  parts_->has_sheet = true;
  for (const ReadCell& cell : table.cells)
    write_cell(sheet, cell, cell.row < table.header_rows ? parts_->bold : nullptr);
}

void TableWorkbook::finish() {
  if (!parts_->has_sheet) ::workbook_add_worksheet(parts_->book, nullptr);
  const ::lxw_error failure = ::workbook_close(std::exchange(parts_->book, nullptr));
  require(
      failure == LXW_NO_ERROR, Kind::output,
      [&] { return "cannot write this workbook: " + std::string(::lxw_strerror(failure)); },
      parts_->name.native());
  parts_->memory.copy_to(parts_->file);
  parts_->file.commit();
}

}  // namespace ocelli::internal
