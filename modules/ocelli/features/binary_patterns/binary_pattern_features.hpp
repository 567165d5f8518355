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

/// Histograms of local binary patterns: which neighbors of a pixel are brighter than it, counted over a cell
/// of the image. They describe texture independently of lighting: print, grain, weave, foliage.
///
///   pattern  One bit for each of the 8 neighbors, clockwise from the top left: whether it is more than
///            2 levels brighter than the pixel. At the image's edges, the pixel itself is the neighbor.
///            Levels are rounded to integers.
///   bin      The 58 patterns with at most two bit changes around the circle have one bin each. All
///            others share the last bin, so there are 59.
///   column   The square root of the bin's share of the cell's pixels. Rare patterns carry more
///            information than their counts suggest.
///
/// Cells are those of CellBins. Arithmetic is in integers up to a correctly rounded quotient and root, so
/// bytes are the same on every machine.
/// Source  Ojala, Pietikainen and Maenpaa 2002, Multiresolution gray-scale and rotation invariant texture
/// classification with local binary patterns; for cells, Ahonen, Hadid and Pietikainen 2006, Face description
/// with local binary patterns.
class BinaryPatternFeatures {
 public:
  static constexpr std::string_view kKind = "binary-patterns";
  static constexpr std::size_t kPatterns = 59;
  /// Differences up to this many levels are noise.
  static constexpr int kNoise = 2;
  /// The bin of a pattern.
  static std::uint8_t bin_of(std::uint8_t pattern);

  /// `chosen` are the numbers of these features among all features of images of this shape in these grids.
  /// Throws  as CellBins.
  BinaryPatternFeatures(ImageShape shape, std::vector<std::uint8_t> grids, std::vector<std::uint32_t> chosen);
  /// All features of the grids of 3, 4 and 6.
  /// Throws  as CellBins::all().
  static BinaryPatternFeatures all(const Samples& samples);

  ImageShape shape() const { return bins_.shape(); }
  const std::vector<std::uint8_t>& grids() const { return bins_.grids(); }
  const std::vector<std::uint32_t>& chosen() const { return bins_.chosen(); }
  const std::vector<CellGrid>& cell_grids() const { return bins_.cell_grids(); }
  /// The pixels of the cell where a feature counts patterns.
  cv::Rect cell(std::size_t feature) const { return bins_.place(feature); }

  std::size_t inputs() const { return shape().pixels(); }
  std::size_t groups() const { return chosen().size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kUnit; }

  /// One byte per column; binning(column).value() is its value, 0 to 1.
  /// Requires  gray levels 0 .. 255, row by row.
  /// Cost  eight comparisons per pixel, and one addition per pixel and grid.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  BinaryPatternFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("patterns", kPatterns);
    visit("cells", bins_.cells().size());
  }

  /// How a model file stores them (feature_codec.hpp).
  using Parts = CellBins::Parts;
  static BinaryPatternFeatures of(Parts parts);
  Parts parts() const { return bins_.parts(); }

  friend bool operator==(const BinaryPatternFeatures&, const BinaryPatternFeatures&) = default;

 private:
  static constexpr Binning kUnit{-0.5F / 255, 255};

  explicit BinaryPatternFeatures(CellBins bins) : bins_(std::move(bins)) {}

  CellBins bins_;
};

}  // namespace ocelli::internal
