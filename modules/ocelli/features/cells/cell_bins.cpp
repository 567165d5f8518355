#include "ocelli/features/cells/cell_bins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

std::vector<int> edges(int side, int cells) {
  std::vector<int> edges;
  for (int i = 0; i <= cells; ++i) edges.push_back(i * side / cells);
  return edges;
}

CellGrid cell_grid(ImageShape shape, int grid) {
  const int shorter = std::min(shape.width, shape.height);
  const auto along = [&](int side) {
    return edges(side, static_cast<int>(std::lround(static_cast<double>(side) * grid / shorter)));
  };
  return {along(shape.width), along(shape.height)};
}

}  // namespace

CellBins::CellBins(std::string_view name, ImageShape shape, std::vector<std::uint8_t> grids, std::size_t bins,
                   std::vector<std::uint32_t> chosen)
    : shape_(shape), grids_(std::move(grids)), bins_(bins), chosen_(std::move(chosen)) {
  const int shorter = std::min(shape.width, shape.height);
  require(shorter >= 1 && std::max(shape.width, shape.height) <= kSideLimit, Kind::model,
          [&] { return std::string(name) + " need images of 1 to 1024 pixels a side"; });
  require(!grids_.empty() && grids_.size() <= kMaxGrids, Kind::model,
          [&] { return std::string(name) + " need 1 to 8 grids of cells"; });
  for (const int grid : grids_) {
    require(grid >= std::min(kMinGrid, shorter) && grid <= std::min(kMaxGrid, shorter), Kind::model, [&] {
      return "a grid of " + std::string(name) +
             " has fewer than 3 cells, more than 64, or more than the image has pixels";
    });
    const auto number = static_cast<std::uint32_t>(cell_grids_.size());
    const CellGrid& cells = cell_grids_.emplace_back(cell_grid(shape, grid));
    for (std::uint32_t row = 0; row < cells.rows(); ++row) {
      for (std::uint32_t column = 0; column < cells.columns(); ++column)
        cells_.push_back({number, row, column});
    }
  }
  for (std::uint32_t code = 0; code < chosen_.size(); ++code) {
    require(chosen_[code] < cells_.size() * bins_, Kind::model,
            [&] { return "one of the " + std::string(name) + " refers to an unknown cell"; });
    wanted_.push_back({static_cast<std::uint32_t>(chosen_[code] / bins_),
                       static_cast<std::uint32_t>(chosen_[code] % bins_), code});
  }
  std::ranges::stable_sort(wanted_, {}, &Wanted::cell);
}

CellBins CellBins::all(std::string_view name, const Samples& samples, std::span<const int> grids,
                       std::size_t bins) {
  require(
      samples.shape.has_value(), Kind::training,
      [&] { return std::string(name) + " require images; use other features for tables"; }, "--features");
  const auto [width, height] = *samples.shape;
  const int shorter = std::min(width, height);
  require(
      std::max(width, height) <= kSideLimit, Kind::training,
      [&] {
        return std::string(name) +
               " need images of at most 1024 pixels a side; --width and --height scale them";
      },
      "--features");
  std::vector<std::uint8_t> some = {static_cast<std::uint8_t>(std::min(kMinGrid, shorter))};
  for (const int grid : grids) {
    if (2 * grid <= shorter) some.push_back(static_cast<std::uint8_t>(grid));
  }
  const CellBins none(name, *samples.shape, some, bins, {});
  std::vector<std::uint32_t> every(none.cells().size() * bins);
  std::iota(every.begin(), every.end(), 0U);
  return {name, *samples.shape, std::move(some), bins, std::move(every)};
}

cv::Rect CellBins::place(std::size_t chosen) const {
  const auto& [grid, row, column] = cells_[chosen_[chosen] / bins_];
  const CellGrid& cells = cell_grids_[grid];
  return {cv::Point(cells.x[column], cells.y[row]), cv::Point(cells.x[column + 1], cells.y[row + 1])};
}

std::vector<std::uint32_t> CellBins::select(std::span<const std::uint32_t> places) const {
  std::vector<std::uint32_t> selected;
  for (const std::uint32_t place : places) selected.push_back(chosen_[place]);
  return selected;
}

}  // namespace ocelli::internal
