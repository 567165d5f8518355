#include "ocelli/features/binary_patterns/binary_pattern_features.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::size_t kPatterns = BinaryPatternFeatures::kPatterns;
constexpr std::array kPatternGrids = {4, 6};
constexpr std::string_view kPatternFeatures = "binary patterns";

/// The bin of each pattern. Patterns with at most two bit changes around the circle come first, in ascending
/// order; all others share the last bin.
constexpr std::array<std::uint8_t, 256> bins_of_patterns() {
  std::array<std::uint8_t, 256> bins{};
  std::uint8_t next = 0;
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    const auto bits = static_cast<std::uint8_t>(pattern);
    const int changes = std::popcount(static_cast<std::uint8_t>(bits ^ std::rotl(bits, 1)));
    bins[pattern] = changes <= 2 ? next++ : static_cast<std::uint8_t>(kPatterns - 1);
  }
  return bins;
}
constexpr std::array<std::uint8_t, 256> kPatternBins = bins_of_patterns();
static_assert(kPatternBins[255] == kPatterns - 2);

/// Working memory of one caller, reused for all images.
struct PatternScratch {
  std::vector<std::int16_t> levels;                    ///< with a border of one pixel
  std::vector<std::uint8_t> bins;                      ///< of each pixel
  std::vector<std::vector<std::uint32_t>> histograms;  ///< per grid, the bins of each cell
};

void find_levels(std::span<const float> image, ImageShape shape, std::vector<std::int16_t>& levels) {
  const int width = shape.width, height = shape.height, stride = width + 2;
  levels.resize(static_cast<std::size_t>(stride) * static_cast<std::size_t>(height + 2));
  for (int y = -1; y <= height; ++y) {
    const float* const row = image.data() + std::clamp(y, 0, height - 1) * width;
    std::int16_t* const out = levels.data() + (y + 1) * stride;
    for (int x = -1; x <= width; ++x)
      out[x + 1] =
          static_cast<std::int16_t>(std::lround(std::clamp(row[std::clamp(x, 0, width - 1)], 0.0F, 255.0F)));
  }
}

void find_bins(ImageShape shape, PatternScratch& scratch) {
  const int width = shape.width, stride = width + 2;
  const std::array<int, 8> neighbors = {-stride - 1, -stride, -stride + 1, 1,
                                        stride + 1,  stride,  stride - 1,  -1};
  scratch.bins.resize(shape.pixels());
  for (int y = 0; y < shape.height; ++y) {
    const std::int16_t* const row = scratch.levels.data() + (y + 1) * stride + 1;
    for (int x = 0; x < width; ++x) {
      unsigned pattern = 0;
      for (std::size_t n = 0; n < neighbors.size(); ++n)
        pattern |= static_cast<unsigned>(row[x + neighbors[n]] > row[x] + BinaryPatternFeatures::kNoise) << n;
      scratch.bins[static_cast<std::size_t>(y * width + x)] = kPatternBins[pattern];
    }
  }
}

/// Counts the bins of a grid's cells.
void count(const CellGrid& grid, int width, const std::vector<std::uint8_t>& bins,
           std::vector<std::uint32_t>& histograms) {
  histograms.assign(grid.cells() * kPatterns, 0);
  std::uint32_t* cell = histograms.data();
  for (std::size_t r = 0; r < grid.rows(); ++r) {
    for (std::size_t c = 0; c < grid.columns(); ++c, cell += kPatterns) {
      for (int y = grid.y[r]; y < grid.y[r + 1]; ++y) {
        for (int x = grid.x[c]; x < grid.x[c + 1]; ++x) ++cell[bins[static_cast<std::size_t>(y * width + x)]];
      }
    }
  }
}

}  // namespace

std::uint8_t BinaryPatternFeatures::bin_of(std::uint8_t pattern) { return kPatternBins[pattern]; }

BinaryPatternFeatures::BinaryPatternFeatures(ImageShape shape, std::vector<std::uint8_t> grids,
                                             std::vector<std::uint32_t> chosen)
    : bins_(kPatternFeatures, shape, std::move(grids), kPatterns, std::move(chosen)) {}

BinaryPatternFeatures BinaryPatternFeatures::all(const Samples& samples) {
  return BinaryPatternFeatures(CellBins::all(kPatternFeatures, samples, kPatternGrids, kPatterns));
}

void BinaryPatternFeatures::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local PatternScratch scratch;
  find_levels(image, shape(), scratch.levels);
  find_bins(shape(), scratch);
  const std::vector<CellGrid>& grids = bins_.cell_grids();
  scratch.histograms.resize(std::max(scratch.histograms.size(), grids.size()));
  for (std::size_t g = 0; g < grids.size(); ++g)
    count(grids[g], shape().width, scratch.bins, scratch.histograms[g]);
  for (const auto& [number, bin, code] : bins_.wanted()) {
    const auto& [g, row, column] = bins_.cells()[number];
    const std::size_t in_grid = row * grids[g].columns() + column;
    const auto pixels = static_cast<double>(bins_.place(code).area());
    const double share = scratch.histograms[g][in_grid * kPatterns + bin] / pixels;
    codes[code] = static_cast<std::uint8_t>(std::lround(255 * std::sqrt(share)));
  }
}

BinaryPatternFeatures BinaryPatternFeatures::select(std::span<const std::uint32_t> groups) const {
  return {shape(), grids(), bins_.select(groups)};
}

std::size_t BinaryPatternFeatures::multiply_adds() const {
  return (8 + bins_.cell_grids().size()) * shape().pixels() + groups();
}

BinaryPatternFeatures BinaryPatternFeatures::of(Parts parts) {
  return {parts.shape, std::move(parts.grids), std::move(parts.chosen)};
}

InputShares BinaryPatternFeatures::input_shares(std::size_t group) const {
  return shares_of_area(cell(group), shape());
}

}  // namespace ocelli::internal
