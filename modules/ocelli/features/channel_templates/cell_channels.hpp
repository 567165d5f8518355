#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ocelli/features/binary_patterns/binary_pattern_features.hpp"
#include "ocelli/features/cells/cell_bins.hpp"
#include "ocelli/features/colors/color_features.hpp"
#include "ocelli/features/orientations/orientation_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The kinds of channels of an image cell. Model files store these numbers.
enum class ChannelKind : std::uint8_t {
  orientations = 0,     ///< the 12 directions of OrientationFeatures
  colors = 1,           ///< the 8 hues of ColorFeatures
  binary_patterns = 2,  ///< the 59 patterns of BinaryPatternFeatures
};

/// Parses names of feature kinds, separated by commas: "orientations,colors".
/// Throws  Error(Kind::usage) for unknown or repeated names.
std::vector<ChannelKind> parse_channel_kinds(const std::string& text);
/// The names that parse_channel_kinds() accepts, separated by |.
std::string_view channel_kind_names();

/// Channels of one grid's cells: each cell has the bytes of one or more kinds, in order. In each kind, 0
/// means that nothing is present.
class CellChannels {
 public:
  /// Throws  Error(Kind::model) without kinds and for an unknown or repeated kind; also throws as CellBins.
  CellChannels(ImageShape shape, std::uint8_t grid, std::vector<ChannelKind> kinds);

  ImageShape shape() const { return bins_.shape(); }
  std::uint8_t grid() const { return bins_.grids().front(); }
  const std::vector<ChannelKind>& kinds() const { return kinds_; }
  const CellGrid& cells() const { return bins_.cell_grids().front(); }
  /// Channels per cell.
  std::size_t count() const { return count_; }
  /// Pixels or, with colors, the numbers of kColorPlanes.
  std::size_t inputs() const;
  /// Multiply-adds for one image.
  std::size_t multiply_adds() const;

  /// Writes count() bytes per cell, row by row.
  /// Requires  levels 0 .. 255, inputs() of them.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;

  friend bool operator==(const CellChannels&, const CellChannels&) = default;

 private:
  using Source = std::variant<OrientationFeatures, ColorFeatures, BinaryPatternFeatures>;

  std::vector<ChannelKind> kinds_;
  CellBins bins_;
  std::vector<Source> sources_;  ///< per kind, all channels of the grid
  std::size_t count_ = 0;
};

}  // namespace ocelli::internal
