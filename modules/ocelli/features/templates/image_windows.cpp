#include "ocelli/features/templates/image_windows.hpp"

#include <cmath>
#include <numeric>

namespace ocelli::internal {

void Padding::pad(std::span<const float> image, std::vector<float>& padded) const {
  const auto width = static_cast<std::size_t>(shape.width), height = static_cast<std::size_t>(shape.height);
  padded.assign(stride() * rows(), 0.0f);
  for (std::size_t y = 0; y < height; ++y) {
    float* const row = padded.data() + (y + margin) * stride() + margin;
    // Gray levels are not negative, so the cast rounds half up. Unlike std::lround, it vectorizes.
    for (std::size_t x = 0; x < width; ++x) {
      // NOLINTNEXTLINE(bugprone-incorrect-roundings)
      row[x] = static_cast<float>(static_cast<std::int32_t>(image[y * width + x] + 0.5f));
    }
  }
}

void ResponseBounds::find(std::span<const float> padded, const Padding& padding, const Tiling& tiling,
                          const PatchLimits& limits) {
  sum_windows(padded, padding, limits.side);
  const float mean_share = limits.sum / static_cast<float>(limits.side * limits.side);
  // Slightly more than the bound, to allow for rounding.
  constexpr float kSlack = 1.0001f;
  bounds_.resize(tiling.count());
  for (std::size_t t = 0; t < tiling.count(); ++t) {
    float spread = 0, sum = 0;
    for (std::size_t p = 0; p < template_kernel::kTilePlaces; ++p) {
      const std::size_t pixel = tiling.pixel(t, p);
      spread = std::max(spread, spreads_[pixel]);
      sum = std::max(sum, sums_[pixel]);
    }
    bounds_[t] = (std::sqrt(spread) * limits.length + sum * mean_share) * kSlack;
  }
}

void ResponseBounds::sum_windows(std::span<const float> padded, const Padding& padding, std::size_t side) {
  const auto width = static_cast<std::size_t>(padding.shape.width),
             height = static_cast<std::size_t>(padding.shape.height);
  const double share = 1 / static_cast<double>(side * side);
  column_sums_.assign(width + side - 1, 0.0f);
  column_squares_.assign(width + side - 1, 0.0f);
  sums_.resize(width * height);
  spreads_.resize(width * height);
  // Sums down the columns, updated row by row, then along the rows. They are integers, exact in float.
  const auto add_row = [&](std::size_t y, float sign) {
    const float* const grays = padded.data() + padding.window(0, y, side);
    for (std::size_t x = 0; x < column_sums_.size(); ++x) {
      column_sums_[x] += sign * grays[x];
      column_squares_[x] += sign * grays[x] * grays[x];
    }
  };
  const auto first_of = [&](const std::vector<float>& sums) {
    return std::accumulate(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(side - 1), 0.0f);
  };
  for (std::size_t y = 0; y + 1 < side; ++y) add_row(y, 1);
  for (std::size_t y = 0; y < height; ++y) {
    add_row(y + side - 1, 1);
    float sum = first_of(column_sums_), square = first_of(column_squares_);
    for (std::size_t x = 0; x < width; ++x) {
      sum += column_sums_[x + side - 1];
      square += column_squares_[x + side - 1];
      sums_[y * width + x] = sum;
      // In double: for bright, flat windows, the difference of two large numbers is small.
      spreads_[y * width + x] =
          static_cast<float>(std::max(0.0, square - static_cast<double>(sum) * sum * share));
      sum -= column_sums_[x];
      square -= column_squares_[x];
    }
    add_row(y, -1);
  }
}

}  // namespace ocelli::internal
