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
#include "ocelli/features/responses.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Which colors the cells of an image have, and how much of them. Colors distinguish signs, labels, fruit and
/// flowers of similar shapes.
///
///   difference  (u, v) = (Cb - 128, Cr - 128) of a pixel, rounded.
///   hue         One of 8 directions of the difference, 45 degrees apart. Each pixel is split between the
///               two nearest directions by its coordinates along them: along the axis, the larger of |u|
///               and |v| minus the smaller; along the diagonal, the smaller.
///   column      The mean of u or of v over a cell, from -128 to 127; or the square root of the mean of
///               one hue's coordinates, as a share of 127. Pale colors carry more information than their
///               values suggest.
///
/// Cells are those of CellBins. Arithmetic is in integers up to a correctly rounded quotient and root, so
/// bytes are the same on every machine.
/// Source  Dollar, Tu, Perona and Belongie 2009, Integral channel features: color channels alongside
/// gradients, summed over regions.
class ColorFeatures {
 public:
  static constexpr std::string_view kKind = "colors";
  static constexpr std::size_t kHues = 8, kMeans = 2;
  static constexpr double kMaxDifference = 127;

  /// `chosen` are the numbers of these features among all features of images of this shape in these grids.
  /// Each cell has the means of u and v, then the hues.
  /// Throws  as CellBins.
  ColorFeatures(ImageShape shape, std::vector<std::uint8_t> grids, std::vector<std::uint32_t> chosen);
  /// All features of the grids of 3, 4 and 6.
  /// Throws  as CellBins::all(), and Error(Kind::training) for images without colors.
  static ColorFeatures all(const Samples& samples);

  ImageShape shape() const { return bins_.shape(); }
  const std::vector<std::uint8_t>& grids() const { return bins_.grids(); }
  const std::vector<std::uint32_t>& chosen() const { return bins_.chosen(); }
  const std::vector<CellGrid>& cell_grids() const { return bins_.cell_grids(); }
  /// The pixels of the cell where a feature measures colors.
  cv::Rect cell(std::size_t feature) const { return bins_.place(feature); }

  std::size_t inputs() const { return kColorPlanes * shape().pixels(); }
  std::size_t groups() const { return chosen().size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const { return is_mean(column) ? kSigned : kUnit; }

  /// One byte per column; binning(column).value() is its value, -2 to 2 for means, 0 to 2 for hues.
  /// Requires  the planes of a color image (kColorPlanes), levels 0 .. 255, row by row.
  /// Cost  about ten operations per pixel and grid.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  ColorFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads. The colors of a pixel are attributed to its gray level.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("hues", kHues);
    visit("cells", bins_.cells().size());
  }

  /// How a model file stores them (feature_codec.hpp).
  using Parts = CellBins::Parts;
  static ColorFeatures of(Parts parts);
  Parts parts() const { return bins_.parts(); }

  friend bool operator==(const ColorFeatures&, const ColorFeatures&) = default;

 private:
  static constexpr std::size_t kBins = kMeans + kHues;
  /// Twice the values of other kinds: the few color columns would otherwise be drowned out by thousands of
  /// regularized gradient columns.
  static constexpr Binning kUnit{-0.5F / 127.5F, 127.5F};
  static constexpr Binning kSigned{-128.5F / 64, 64};

  explicit ColorFeatures(CellBins bins) : bins_(std::move(bins)) {}
  bool is_mean(std::size_t column) const { return chosen()[column] % kBins < kMeans; }

  CellBins bins_;
};

}  // namespace ocelli::internal
