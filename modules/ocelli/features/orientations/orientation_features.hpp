#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/haar/responses.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"

namespace ocelli {

namespace schema {
struct OrientationFeatures;
}

/// The image divided into cells: where their rows and columns begin, and where the last ones end. Pixels.
struct CellGrid {
  std::vector<int> x, y;

  std::size_t columns() const { return x.size() - 1; }
  std::size_t rows() const { return y.size() - 1; }
  std::size_t cells() const { return columns() * rows(); }
  friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

/// Histograms of oriented gradients: how much of the gradients in a cell of the image goes in a direction, compared with all gradients
/// around the cell, so that light and contrast do not matter. What pictures of things are told apart by.
///
///   gradient   (right - left, below - above) of the pixel's neighbours, at the edges of the pixel itself; levels are rounded to integers
///   cell       its sum over the cell's pixels in each of 12 directions, 30 degrees apart and signed (dark to bright): a gradient is
///              shared out to the two directions that it lies between, as their coordinates. The mean a pixel, H, is rounded
///   column     the mean over the four blocks of 2 x 2 cells that hold the cell of min(0.2, H / sqrt(sum H^2 of the block)) / 0.2;
///              beyond the image's edges, blocks take the cells at the edge once more
///
/// Cells are of several sizes: a grid of n has n cells along the shorter side of the image, and along the longer one as many of about
/// the same size. All numbers of a grid come row after row of its cells, and the 12 directions of each cell.
///
/// Integers up to a correctly rounded root and quotient: bytes are the same on every machine.
/// Source  Dalal and Triggs 2005, Histograms of oriented gradients for human detection; the four normalisations and their mean are of
///         Felzenszwalb, Girshick, McAllester and Ramanan 2010, section 6.
class OrientationFeatures {
 public:
  static constexpr std::string_view kKind = "orientations";
  static constexpr std::size_t kDirections = 12;
  /// Cells of a third of 1024 pixels a side overflow no sum of 32 bits: no more than half of their pixels can have the same gradient of 255.
  static constexpr int kLeastGrid = 3, kMostGrid = 64, kMostSide = 1024;

  /// The features of those numbers, `chosen`, of all that images of that shape have in these grids.
  /// Throws Error(Kind::model) for an image beyond kMostSide, a grid that is out of range or has more cells than the shorter side has
  /// pixels, or an unknown number.
  OrientationFeatures(ImageShape shape, std::vector<std::uint8_t> grids, std::vector<std::uint32_t> chosen);
  /// All of the grids of 4, 6 and 8 that have cells of at least 2 pixels, and of 3, or of as many as the shorter side has pixels.
  /// Throws Error(Kind::training) for samples that are no images or have sides beyond kMostSide pixels.
  static OrientationFeatures all(const Samples& samples);

  ImageShape shape() const { return shape_; }
  const std::vector<std::uint8_t>& grids() const { return grids_; }
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }
  /// The cells of a grid, by its place in grids().
  const CellGrid& cells(std::size_t grid) const { return cell_grids_[grid]; }
  /// The pixels of the cell whose gradients a feature counts.
  cv::Rect cell(std::size_t feature) const;

  std::size_t inputs() const { return shape_.pixels(); }
  std::size_t groups() const { return chosen_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kUnit; }

  /// One byte per column; binning(column).value() is its value, 0 to 1. Requires  grey levels 0 .. 255, row by row.
  /// Cost  12 passes over the pixels; four look-ups for each direction and cell.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  OrientationFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// Calls visit(name, value) for each figure that describes them.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("directions", kDirections);
    visit("cells", all_.size());
  }

  /// Their part of a model file (feature_codec.hpp).
  using Packed = schema::OrientationFeatures;
  static OrientationFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const OrientationFeatures&, const OrientationFeatures&) = default;

 private:
  static constexpr Binning kUnit{-0.5F / 255, 255};

  /// A cell of any grid.
  struct Cell {
    std::uint32_t grid = 0, row = 0, column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  /// A direction of a cell that is asked for, and its place in the codes.
  struct Wanted {
    std::uint32_t cell = 0, direction = 0, code = 0;
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };

  ImageShape shape_;
  std::vector<std::uint8_t> grids_;
  std::vector<std::uint32_t> chosen_;
  std::vector<CellGrid> cell_grids_;
  std::vector<Cell> all_;       ///< the cells of all grids, in the order of their numbers
  std::vector<Wanted> wanted_;  ///< by cell
};

}  // namespace ocelli
