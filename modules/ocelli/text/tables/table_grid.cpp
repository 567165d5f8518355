#include "ocelli/text/tables/table_grid.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ocelli::internal {

cv::Rect TableGrid::box_of(const GridCell& cell) const {
  const auto at = [](const std::vector<double>& bounds, int i) {
    return static_cast<int>(std::lround(bounds[static_cast<std::size_t>(i)]));
  };
  const cv::Point corner(at(xs, cell.column), at(ys, cell.row));
  const cv::Point end(at(xs, cell.column + cell.column_span), at(ys, cell.row + cell.row_span));
  return {corner, end};
}

int part_at(const std::vector<double>& bounds, double place) {
  const auto after = std::upper_bound(bounds.begin() + 1, bounds.end() - 1, place);
  return static_cast<int>(after - bounds.begin()) - 1;
}

void complete(TableGrid& grid) {
  const auto columns = static_cast<std::size_t>(grid.columns());
  std::vector<bool> taken(columns * static_cast<std::size_t>(grid.rows()), false);
  for (const GridCell& cell : grid.cells) {
    for (int row = cell.row; row <= cell.last_row(); ++row)
      for (int column = cell.column; column <= cell.last_column(); ++column)
        taken[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)] = true;
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (!taken[i])
      grid.cells.push_back({static_cast<int>(i / columns), static_cast<int>(i % columns), 1, 1, {}});
  }
  std::ranges::sort(grid.cells, {}, [](const GridCell& cell) { return std::tuple(cell.row, cell.column); });
}

}  // namespace ocelli::internal
