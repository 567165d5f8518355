#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The image divided into cells: where their rows and columns begin, and where the last ones end. Unit:
/// pixels.
struct CellGrid {
  std::vector<int> x, y;

  std::size_t columns() const { return x.size() - 1; }
  std::size_t rows() const { return y.size() - 1; }
  std::size_t cells() const { return columns() * rows(); }
  friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

/// The cells of features: a histogram for each cell of several grids, and the chosen bins among all their
/// bins. A grid of n has n cells along the shorter side of the image and similarly sized cells along the
/// longer side. Bins are numbered grid by grid, then row by row of cells, then cell by cell.
class CellBins {
 public:
  static constexpr int kMinGrid = 3, kMaxGrid = 64, kSideLimit = 1024;
  static constexpr std::size_t kMaxGrids = 8;

  /// A cell of any grid.
  struct Cell {
    std::uint32_t grid = 0, row = 0, column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  /// A chosen bin of a cell, and its place among the chosen bins.
  struct Wanted {
    std::uint32_t cell = 0, bin = 0, code = 0;
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };

  /// The parameters of the bins, for the model file.
  struct Parts {
    ImageShape shape;
    std::vector<std::uint8_t> grids;
    std::vector<std::uint32_t> chosen;

    template <class Self, class Visit>
    static void describe(Self& self, Visit&& visit) {
      visit("width", self.shape.width);
      visit("height", self.shape.height);
      visit("grids", self.grids);
      visit("chosen", self.chosen);
    }
  };

  /// `name` is for messages: "orientations".
  /// Throws  Error(Kind::model) for an image beyond kSideLimit, a grid that is out of range or has more cells
  /// than the shorter side has pixels, or an unknown bin.
  CellBins(std::string_view name, ImageShape shape, std::vector<std::uint8_t> grids, std::size_t bins,
           std::vector<std::uint32_t> chosen);
  /// All bins of the grid of 3 (fewer if the shorter side has fewer pixels), and of those `grids` with cells
  /// of at least 2 pixels.
  /// Throws  Error(Kind::training) for samples that are not images or have sides beyond kSideLimit pixels.
  static CellBins all(std::string_view name, const Samples& samples, std::span<const int> grids,
                      std::size_t bins);

  Parts parts() const { return {shape_, grids_, chosen_}; }
  ImageShape shape() const { return shape_; }
  const std::vector<std::uint8_t>& grids() const { return grids_; }
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }
  const std::vector<CellGrid>& cell_grids() const { return cell_grids_; }
  /// The cells of all grids, by number.
  const std::vector<Cell>& cells() const { return cells_; }
  /// The chosen bins, by cell.
  const std::vector<Wanted>& wanted() const { return wanted_; }
  /// The pixels of the cell of a chosen bin.
  cv::Rect place(std::size_t chosen) const;
  /// The chosen bins at these places, in this order.
  std::vector<std::uint32_t> select(std::span<const std::uint32_t> places) const;

  friend bool operator==(const CellBins&, const CellBins&) = default;

 private:
  ImageShape shape_;
  std::vector<std::uint8_t> grids_;
  std::size_t bins_;
  std::vector<std::uint32_t> chosen_;
  std::vector<CellGrid> cell_grids_;
  std::vector<Cell> cells_;
  std::vector<Wanted> wanted_;
};

}  // namespace ocelli::internal
