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

/// Colors of the cells of an image: which, and how much of them. Signs, labels, fruit and flowers are told
/// apart by them where shapes are alike.
///
///   difference  (u, v) = (Cb - 128, Cr - 128) of a pixel, rounded
///   hue         one of 8 directions of the difference, 45 degrees apart: a pixel's is shared out to the two
///   directions that it lies
///               between, as its coordinates (of the larger |u| or |v|, what it exceeds the smaller by; of
///               the diagonal, the smaller)
///   column      of a cell the mean of u, the mean of v, from -128 to 127; or the square root of the mean of
///   one hue's coordinates, as a
///               share of 127: pale colors tell more than their numbers say
///
/// Cells are those of CellBins. Integers up to a correctly rounded quotient and root: bytes are the same on
/// every machine.
/// Source  Dollar, Tu, Perona and Belongie 2009, Integral channel features: color channels
/// beside gradients, summed over places.
class ColorFeatures {
 public:
  static constexpr std::string_view kKind = "colors";
  static constexpr std::size_t kHues = 8, kMeans = 2;

  /// The features of those numbers, `chosen`, of all that images of that shape have in these grids: of each
  /// cell the means of u and v, and then the hues. Throws as CellBins.
  ColorFeatures(ImageShape shape, std::vector<std::uint8_t> grids, std::vector<std::uint32_t> chosen);
  /// All of the grids of 3, 4 and 6. Throws as CellBins::all(), and Error(Kind::training) for images without
  /// colors.
  static ColorFeatures all(const Samples& samples);

  ImageShape shape() const { return bins_.shape(); }
  const std::vector<std::uint8_t>& grids() const { return bins_.grids(); }
  const std::vector<std::uint32_t>& chosen() const { return bins_.chosen(); }
  /// The pixels of the cell whose colors a feature measures.
  cv::Rect cell(std::size_t feature) const { return bins_.place(feature); }

  std::size_t inputs() const { return kColorPlanes * shape().pixels(); }
  std::size_t groups() const { return chosen().size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const { return is_mean(column) ? kSigned : kUnit; }

  /// One byte per column; binning(column).value() is its value, -2 to 2 of means, 0 to 2 of hues.
  /// Requires  the planes of a colored image (kColorPlanes), levels 0 .. 255, row by row.
  /// Cost  about ten operations a pixel and grid.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  ColorFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads: the colors of a pixel count where its gray level does.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each figure that describes them.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("hues", kHues);
    visit("cells", bins_.cells().size());
  }

  /// Their part of a model file (feature_codec.hpp).
  using Parts = CellBins::Parts;
  static ColorFeatures of(Parts parts);
  Parts parts() const { return bins_.parts(); }

  friend bool operator==(const ColorFeatures&, const ColorFeatures&) = default;

 private:
  static constexpr std::size_t kBins = kMeans + kHues;
  /// Twice the values of other kinds: there are few columns of colors, which regularized weights of thousands
  /// of gradients would drown.
  static constexpr Binning kUnit{-0.5F / 127.5F, 127.5F};
  static constexpr Binning kSigned{-128.5F / 64, 64};

  explicit ColorFeatures(CellBins bins) : bins_(std::move(bins)) {}
  bool is_mean(std::size_t column) const { return chosen()[column] % kBins < kMeans; }

  CellBins bins_;
};

}  // namespace ocelli::internal
