#include "ocelli/data/formats/column_cells.hpp"

#include <span>
#include <string_view>

#include "ocelli/data/formats/like_table.hpp"

namespace ocelli::internal {

ColumnCells read_column_cells(const std::filesystem::path& path, const TableColumns& columns,
                              const std::string& wanted, const std::string& option, Labels labels,
                              const InputLimits& limits) {
  const std::string text = read_table_text(path, limits);
  LikeTable table(text, path.string(), columns, labels);
  ColumnCells cells;
  std::vector<std::size_t> places;
  for (const std::string& name : split_cells(wanted)) {
    const std::size_t place = find_column(name, table.layout, option);
    places.push_back(place);
    cells.names.push_back(table.layout.header.empty() ? std::to_string(place + 1)
                                                      : table.layout.header[place]);
  }
  const MissingTexts missing(columns.form.na_values);
  const std::optional<std::size_t> label = table.layout.label();
  table.rows.each(
      [&](std::span<const std::string_view> row) {
        if (labels == Labels::needed && label && missing.has_label(row[*label])) return;
        CsvRow& kept = cells.rows.emplace_back();
        kept.reserve(places.size());
        for (const std::size_t place : places) kept.emplace_back(row[place]);
      },
      [&](const std::string&) {
        if (labels == Labels::optional) cells.rows.emplace_back(places.size());
      });
  return cells;
}

}  // namespace ocelli::internal
