#include "ocelli/features/channels/gradient_channels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

constexpr double kMean = 128, kDeviation = 48, kLeastDeviation = 4;
constexpr int kLeastSide = 8, kMostSide = 256;

/// The grey levels that a picture's levels are mapped to.
std::array<std::uint8_t, 256> normalisation(const cv::Mat& picture) {
  std::uint64_t sum = 0, squares = 0;
  for (int y = 0; y < picture.rows; ++y) {
    const auto* const row = picture.ptr<std::uint8_t>(y);
    for (int x = 0; x < picture.cols; ++x) {
      sum += row[x];
      squares += static_cast<std::uint64_t>(row[x]) * row[x];
    }
  }
  const auto pixels = static_cast<double>(picture.total());
  const double mean = static_cast<double>(sum) / pixels;
  const double variance = static_cast<double>(squares) / pixels - mean * mean;
  const double gain = kDeviation / std::sqrt(std::max(variance, kLeastDeviation * kLeastDeviation));
  std::array<std::uint8_t, 256> levels;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const double normal = kMean + (static_cast<double>(level) - mean) * gain;
    levels[level] = static_cast<std::uint8_t>(std::clamp(std::floor(normal + 0.5), 0.0, 255.0));
  }
  return levels;
}

/// The direction of a gradient, without sign, in steps of 30 degrees from the x axis. 577 / 1000 is the tangent of 30 degrees.
int direction(int dx, int dy) {
  const bool leftward = (dx < 0) != (dy < 0) && dx != 0 && dy != 0;
  const int across = std::abs(dx), along = std::abs(dy);
  const int step = along * 1000 < across * 577 ? 0 : along * 577 < across * 1000 ? 1 : 2;
  return leftward ? GradientChannels::kOrientations - 1 - step : step;
}

std::size_t cells(cv::Size picture, int side) {
  return static_cast<std::size_t>(picture.width / side) * static_cast<std::size_t>(picture.height / side);
}

std::uint8_t byte(std::uint32_t value) { return static_cast<std::uint8_t>(std::min(value, 255U)); }

}  // namespace

GradientChannels::GradientChannels(cv::Size picture)
    : picture_(picture),
      size_(2 * cells(picture, kCell) +
            static_cast<std::size_t>(kOrientations) * cells(picture, kOrientationCell)) {
  const auto fits = [](int side) {
    return side >= kLeastSide && side <= kMostSide && side % kOrientationCell == 0;
  };
  require(fits(picture.width) && fits(picture.height), Kind::usage,
          "pictures for channels have sides of 8 to 256 pixels, in multiples of 4");
}

void GradientChannels::compute(const cv::Mat& picture, std::span<std::uint8_t> channels,
                               Scratch& scratch) const {
  const int width = picture_.width, height = picture_.height;
  const auto levels = normalisation(picture);
  auto& grey = scratch.grey;
  grey.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    const auto* const row = picture.ptr<std::uint8_t>(y);
    for (int x = 0; x < width; ++x) grey[static_cast<std::size_t>(y * width + x)] = levels[row[x]];
  }

  const int columns = width / kCell;
  const std::size_t fine = cells(picture_, kCell), coarse = cells(picture_, kOrientationCell);
  auto& sums = scratch.sums;
  sums.assign(size_, 0);
  std::uint32_t* const magnitudes = sums.data() + fine;
  std::uint32_t* const orientations = magnitudes + fine;
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* const row = grey.data() + y * width;
    const std::uint8_t* const above = grey.data() + std::max(y - 1, 0) * width;
    const std::uint8_t* const below = grey.data() + std::min(y + 1, height - 1) * width;
    for (int x = 0; x < width; ++x) {
      const int dx = row[std::min(x + 1, width - 1)] - row[std::max(x - 1, 0)], dy = below[x] - above[x];
      const auto magnitude = static_cast<std::uint32_t>(std::sqrt(static_cast<float>(dx * dx + dy * dy)));
      const int cell = y / kCell * columns + x / kCell;
      const int place = y / kOrientationCell * (width / kOrientationCell) + x / kOrientationCell;
      sums[static_cast<std::size_t>(cell)] += row[x];
      magnitudes[cell] += magnitude;
      orientations[static_cast<std::size_t>(direction(dx, dy)) * coarse + static_cast<std::size_t>(place)] +=
          magnitude;
    }
  }
  for (std::size_t i = 0; i < 2 * fine; ++i) channels[i] = byte(sums[i] / (kCell * kCell));
  for (std::size_t i = 2 * fine; i < size_; ++i)
    channels[i] = byte(sums[i] * 2 / (kOrientationCell * kOrientationCell));
}

}  // namespace ocelli
