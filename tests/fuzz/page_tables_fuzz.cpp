#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/pipelines/output/page_tables.hpp"
#include "ocelli/pipelines/output/unicode.hpp"
#include "ocelli/text/tables/cell_number.hpp"

namespace {

using namespace ocelli::internal;

void hold(bool truth) {
  if (!truth) std::abort();
}

/// Texts between zero bytes, in two columns. The first byte is the number of heading rows.
Record record_of(const std::uint8_t* data, std::size_t size) {
  ReadTable table;
  table.columns = 2;
  table.header_rows = size > 0 ? data[0] % 3 : 0;
  std::string text;
  for (std::size_t i = 1; i <= size; ++i) {
    if (i < size && data[i] != 0) {
      text += static_cast<char>(data[i]);
      continue;
    }
    const int place = static_cast<int>(table.cells.size());
    table.cells.push_back({place / 2, place % 2, 1, 1, {}, text, 1, {}});
    table.cells.back().number = number_of(text, place % 3 == 0 ? DecimalMark::comma : DecimalMark::point);
    text.clear();
  }
  table.rows = (static_cast<int>(table.cells.size()) + 1) / 2;
  PageText page;
  if (table.rows > 0) page.tables.push_back(std::move(table));
  return {.input = "fuzz", .page = std::move(page)};
}

/// No cell of the text is a formula, and there are two in each row.
void check_csv(const std::string& text) {
  CsvRows rows(text, ',');
  while (const auto cells = rows.next()) {
    hold(cells->size() == 2);
    for (const std::string_view cell : *cells) hold(cell.size() < 2 || (cell[0] != '=' && cell[0] != '@'));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Record record = record_of(data, size);
  for (const std::string& text :
       {page_tables_csv(record, 1), page_tables_html(record), page_tables_markdown(record, 1)})
    hold(to_utf8(code_points(text)) == text);
  check_csv(page_tables_csv(record, 1));
  return 0;
}
