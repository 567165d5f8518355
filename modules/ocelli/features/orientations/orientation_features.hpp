#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/features/cells/cell_bins.hpp"
#include "ocelli/features/input_share.hpp"
#include "ocelli/features/orientations/orientation_kernel.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Histograms of oriented gradients: how much of a cell's gradients point in a direction, relative to all
/// gradients around the cell, so that lighting and contrast do not matter. They distinguish photos of
/// objects.
///
///   gradient  (right - left, below - above) of the pixel's neighbors. At the edges, the pixel itself is
///             the neighbor. Levels are rounded to integers.
///   cell      The sum of the gradients over the cell's pixels in each of 12 directions, 30 degrees apart
///             and signed (dark to bright). Each gradient is split between the two nearest directions by
///             its coordinates along them. H, the mean per pixel, is rounded.
///   column    The mean over the four blocks of 2 x 2 cells that contain the cell of
///             min(0.2, H / sqrt(sum H^2 of the block)) / 0.2. Beyond the image's edges, blocks repeat
///             the cells at the edge.
///
/// Cells are those of CellBins, of several sizes.
///
/// Arithmetic is in integers up to a correctly rounded root and quotient, so bytes are the same on every
/// machine.
/// Source  Dalal and Triggs 2005, Histograms of oriented gradients for human detection. The four
/// normalizations and their mean are from Felzenszwalb, Girshick, McAllester and Ramanan 2010, section 6.
class OrientationFeatures {
 public:
  static constexpr std::string_view kKind = "orientations";
  static constexpr std::size_t kDirections = 12;
  /// The length of a direction: 255 sqrt(2) times this fits into 16 bits, and integers closely approximate
  /// the thirds of a right angle.
  static constexpr int kLength = 90;
  /// Converts values clipped at 0.2 of the norm to bytes.
  static constexpr double kByteScale = 255 / 0.2;
  /// Added to a block's sum of squares: gradients of a few levels per pixel are noise.
  static constexpr double kNoise = 4.0 * kLength * kLength;
  /// The direction of 30 k degrees, with a length of about kLength.
  static orientation_kernel::Direction direction(std::size_t k);
  /// Cells of a third of CellBins::kSideLimit cannot overflow a 32-bit sum: at most half of their pixels can
  /// have the same gradient of 255.
  static constexpr int kMinGrid = CellBins::kMinGrid, kMaxGrid = CellBins::kMaxGrid,
                       kSideLimit = CellBins::kSideLimit;

  /// `chosen` are the numbers of these features among all features of images of this shape in these grids.
  /// Throws  as CellBins.
  OrientationFeatures(ImageShape shape, std::vector<std::uint8_t> grids, std::vector<std::uint32_t> chosen);
  /// All features of the grids of 3, 4, 6 and 8.
  /// Throws  as CellBins::all().
  static OrientationFeatures all(const Samples& samples);

  ImageShape shape() const { return bins_.shape(); }
  const std::vector<std::uint8_t>& grids() const { return bins_.grids(); }
  const std::vector<std::uint32_t>& chosen() const { return bins_.chosen(); }
  const std::vector<CellGrid>& cell_grids() const { return bins_.cell_grids(); }
  /// The cells of a grid, by its index in grids().
  const CellGrid& cells(std::size_t grid) const { return bins_.cell_grids()[grid]; }
  /// The pixels of the cell where a feature counts gradients.
  cv::Rect cell(std::size_t feature) const { return bins_.place(feature); }

  std::size_t inputs() const { return shape().pixels(); }
  std::size_t groups() const { return chosen().size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kUnit; }

  /// One byte per column; binning(column).value() is its value, 0 to 1.
  /// Requires  gray levels 0 .. 255, row by row.
  /// Cost  12 passes over the pixels; four look-ups per direction and cell.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  OrientationFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("directions", kDirections);
    visit("cells", bins_.cells().size());
  }

  /// How a model file stores them (feature_codec.hpp).
  using Parts = CellBins::Parts;
  static OrientationFeatures of(Parts parts);
  Parts parts() const { return bins_.parts(); }

  friend bool operator==(const OrientationFeatures&, const OrientationFeatures&) = default;

 private:
  static constexpr Binning kUnit{-0.5F / 255, 255};

  explicit OrientationFeatures(CellBins bins) : bins_(std::move(bins)) {}

  CellBins bins_;
};

}  // namespace ocelli::internal
