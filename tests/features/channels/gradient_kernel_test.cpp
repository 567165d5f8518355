#include "ocelli/features/channels/gradient_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "every_target.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::gradient_kernel_test {
namespace {

using gradient_kernel::kPadding;
using Sums = std::vector<std::uint32_t>;

class GradientsOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(GradientsOnEveryTarget);

/// The direction of a gradient, without sign, in steps of 30 degrees.
std::size_t plain_direction(int dx, int dy) {
  const bool leftward = dx * dy < 0;
  const int across = std::abs(dx), along = std::abs(dy);
  const std::size_t step = along * 1000 < across * 577 ? 0 : along * 577 < across * 1000 ? 1 : 2;
  return leftward ? 5 - step : step;
}

/// Rows of sums, those of gray levels, of magnitudes and of six directions, with what vector code writes
/// behind them.
struct Columns {
  explicit Columns(std::size_t width) { rows.fill(Sums(width + kPadding)); }

  gradient_kernel::ColumnSums places() {
    return {.gray = {rows[0].data(), rows[1].data()},
            .magnitude = {rows[2].data(), rows[3].data()},
            .orientations = {rows[4].data(), rows[5].data(), rows[6].data(), rows[7].data(), rows[8].data(),
                             rows[9].data()}};
  }

  std::array<Sums, 10> rows;
};

/// The same of the pixels from column 1 on.
Columns plain_columns(const cv::Mat& picture, std::size_t width) {
  Columns sums(width);
  const auto pixel = [&](std::size_t y, std::size_t x) {
    return static_cast<int>(picture.at<std::uint8_t>(static_cast<int>(y), static_cast<int>(x)));
  };
  for (std::size_t y = 1; y <= 4; ++y) {
    const std::size_t half = (y - 1) / 2;
    for (std::size_t x = 1; x <= width; ++x) {
      const int dx = pixel(y, x + 1) - pixel(y, x - 1), dy = pixel(y + 1, x) - pixel(y - 1, x);
      const auto magnitude = static_cast<std::uint32_t>(std::sqrt(dx * dx + dy * dy));
      sums.rows[half][x - 1] += static_cast<std::uint32_t>(pixel(y, x));
      sums.rows[2 + half][x - 1] += magnitude;
      sums.rows[4 + plain_direction(dx, dy)][x - 1] += magnitude;
    }
  }
  return sums;
}

/// Noise, of which every second picture has few levels: gradients of zero and along the axes are frequent
/// there.
cv::Mat picture_for(std::size_t width) {
  cv::Mat picture = test::noise(6, static_cast<int>(width + 1 + kPadding), width);
  if (width % 8 != 0) picture &= cv::Scalar(0x81);
  return picture;
}

TEST_P(GradientsOnEveryTarget, SumsOfColumnsEqualPlainLoops) {
  for (std::size_t width = 8; width <= 256; width += 4) {
    const cv::Mat picture = picture_for(width);
    std::array<const std::uint8_t*, 6> rows{};
    for (std::size_t y = 0; y < rows.size(); ++y)
      rows[y] = picture.ptr<std::uint8_t>(static_cast<int>(y)) + 1;
    Columns sums(width);
    gradient_kernel::sum_columns(rows, width, sums.places());
    Columns expected = plain_columns(picture, width);
    for (std::size_t r = 0; r < sums.rows.size(); ++r) {
      sums.rows[r].resize(width);
      expected.rows[r].resize(width);
      ASSERT_EQ(sums.rows[r], expected.rows[r]) << "row " << r << " of width " << width;
    }
  }
}

TEST_P(GradientsOnEveryTarget, CellsEqualPlainLoops) {
  for (const auto& [side, shift] : {std::pair<std::size_t, int>(2, 2), {4, 3}}) {
    for (std::size_t count = 1; count <= 40; ++count) {
      Sums columns(side * count + kPadding);
      for (std::size_t x = 0; x < columns.size(); ++x)
        columns[x] = static_cast<std::uint32_t>(hash(1, {x}) % 1500);
      std::vector<std::uint8_t> cells(count + 1, 77);
      gradient_kernel::write_cells(columns.data(), side, shift, count, cells.data());
      for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t sum = 0;
        for (std::size_t x = 0; x < side; ++x) sum += columns[side * i + x];
        ASSERT_EQ(cells[i], std::min(sum >> shift, 255U)) << "cell " << i << " of " << count;
      }
      EXPECT_EQ(cells.back(), 77) << "written behind the last cell";
    }
  }
}

TEST_P(GradientsOnEveryTarget, MomentsEqualPlainLoops) {
  for (const std::size_t count : {0UL, 1UL, 15UL, 16UL, 56UL, 3136UL, 65'536UL}) {
    const std::vector<std::uint8_t> white(count, 255);
    const gradient_kernel::Moments moments = gradient_kernel::moments(white.data(), count);
    EXPECT_EQ(moments.sum, 255 * count);
    EXPECT_EQ(moments.squares, 255 * 255 * count);
  }
  std::vector<std::uint8_t> steps(77);
  std::uint32_t sum = 0, squares = 0;
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    steps[i] = static_cast<std::uint8_t>(3 * i);
    sum += 3 * i;
    squares += 9 * i * i;
  }
  const gradient_kernel::Moments moments = gradient_kernel::moments(steps.data(), steps.size());
  EXPECT_EQ(moments.sum, sum);
  EXPECT_EQ(moments.squares, squares);
}

}  // namespace
}  // namespace ocelli::internal::gradient_kernel_test
