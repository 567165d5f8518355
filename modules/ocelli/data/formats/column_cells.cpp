#include "ocelli/data/formats/column_cells.hpp"

#include <span>
#include <string_view>

#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/data/formats/table_text.hpp"

namespace ocelli::internal {

ColumnCells read_column_cells(const std::filesystem::path& path, const TableColumns& columns,
                              const std::string& wanted, const std::string& option,
                              const InputLimits& limits) {
  const std::string text = read_table_text(path, limits);
  const char separator = separator_of(text, columns.form);
  TableReader reader(text, path.string(), separator, {}, memory_beside(text, limits));
  const TableLayout layout =
      reader.layout([&] { return layout_like(reader.first_row(), separator, columns, Labels::optional); });
  ColumnCells cells;
  std::vector<std::size_t> places;
  for (const std::string& name : split_cells(wanted)) {
    const std::size_t place = find_column(name, layout, option);
    places.push_back(place);
    cells.names.push_back(layout.header.empty() ? std::to_string(place + 1) : layout.header[place]);
  }
  reader.each_row(layout, [&](std::span<const std::string_view> row) {
    CsvRow& kept = cells.rows.emplace_back();
    kept.reserve(places.size());
    for (const std::size_t place : places) kept.emplace_back(row[place]);
  });
  return cells;
}

}  // namespace ocelli::internal
