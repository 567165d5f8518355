#include "ocelli/features/colors/color_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::array kColorGrids = {4, 6};
constexpr std::string_view kColorsName = "colors";
constexpr int kGrayLevel = 128;

/// Sums over the pixels of a cell.
struct ColorSums {
  std::array<std::int64_t, ColorFeatures::kMeans> differences{};
  std::array<std::int64_t, ColorFeatures::kHues> hues{};

  void add(int u, int v) {
    differences[0] += u;
    differences[1] += v;
    // The axes are hues 0, 2, 4, 6, from u > 0 toward v > 0. The diagonals are the hues between them.
    const int across = std::abs(u), along = std::abs(v), smaller = std::min(across, along);
    const std::size_t axis = across >= along ? (u >= 0 ? 0 : 4) : (v >= 0 ? 2 : 6);
    const std::size_t diagonal = u >= 0 ? (v >= 0 ? 1 : 7) : (v >= 0 ? 3 : 5);
    hues[axis] += std::max(across, along) - smaller;
    hues[diagonal] += smaller;
  }

  std::uint8_t code(std::size_t bin, int pixels) const {
    if (bin < ColorFeatures::kMeans) {
      const double mean = static_cast<double>(differences[bin]) / pixels;
      return static_cast<std::uint8_t>(std::clamp<long>(std::lround(mean) + kGrayLevel, 0, 255));
    }
    const double share =
        static_cast<double>(hues[bin - ColorFeatures::kMeans]) / (pixels * ColorFeatures::kMaxDifference);
    return static_cast<std::uint8_t>(std::min(std::lround(255 * std::sqrt(share)), 255L));
  }
};

/// The differences of all pixels from gray: a plane of Cb, then a plane of Cr.
void find_differences(std::span<const float> planes, std::vector<std::int16_t>& differences) {
  differences.resize(planes.size());
  for (std::size_t i = 0; i < planes.size(); ++i)
    differences[i] = static_cast<std::int16_t>(std::lround(std::clamp(planes[i], 0.0F, 255.0F)) - kGrayLevel);
}

ColorSums sums_of(std::span<const std::int16_t> differences, ImageShape shape, const cv::Rect& cell) {
  ColorSums sums;
  for (int y = cell.y; y < cell.br().y; ++y) {
    const std::int16_t* const blue = differences.data() + y * shape.width;
    const std::int16_t* const red = blue + shape.pixels();
    for (int x = cell.x; x < cell.br().x; ++x) sums.add(blue[x], red[x]);
  }
  return sums;
}

}  // namespace

ColorFeatures::ColorFeatures(ImageShape shape, std::vector<std::uint8_t> grids,
                             std::vector<std::uint32_t> chosen)
    : bins_(kColorsName, shape, std::move(grids), kBins, std::move(chosen)) {}

ColorFeatures ColorFeatures::all(const Samples& samples) {
  CellBins bins = CellBins::all(kColorsName, samples, kColorGrids, kBins);
  require(samples.has_colors(), Kind::training,
          "colors require color images; use other features for gray images", "--features");
  return ColorFeatures(std::move(bins));
}

void ColorFeatures::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local std::vector<std::int16_t> differences;
  find_differences(image.subspan(shape().pixels()), differences);
  ColorSums sums;
  cv::Rect summed;
  // The chosen bins of a cell are consecutive.
  for (const auto& [number, bin, code] : bins_.wanted()) {
    const cv::Rect cell = bins_.place(code);
    if (cell != summed) sums = sums_of(differences, shape(), summed = cell);
    codes[code] = sums.code(bin, cell.area());
  }
}

ColorFeatures ColorFeatures::select(std::span<const std::uint32_t> groups) const {
  return {shape(), grids(), bins_.select(groups)};
}

std::size_t ColorFeatures::multiply_adds() const {
  return 10 * bins_.cell_grids().size() * shape().pixels() + groups();
}

ColorFeatures ColorFeatures::of(Parts parts) {
  return {parts.shape, std::move(parts.grids), std::move(parts.chosen)};
}

InputShares ColorFeatures::input_shares(std::size_t group) const {
  return shares_of_area(cell(group), shape());
}

}  // namespace ocelli::internal
