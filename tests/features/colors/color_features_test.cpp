#include "ocelli/features/colors/color_features.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal::color_features_test {
namespace {

using testing::ElementsAre;

constexpr std::size_t kOfCell = ColorFeatures::kMeans + ColorFeatures::kHues;

/// Images of noise in all planes.
Samples colored_noise(std::size_t count, ImageShape shape) {
  Samples images = with_colors(test::noise_images(count, shape, 1));
  Random random(5);
  for (float& level : std::span(images.values.data(), count * images.width()))
    level = static_cast<float>(random.below(256));
  return images;
}

std::vector<std::uint8_t> codes_of(const ColorFeatures& features, std::span<const float> image) {
  std::vector<std::uint8_t> codes(features.groups());
  features.encode(image, codes);
  return codes;
}

/// An image of one color.
std::vector<float> plain(ImageShape shape, float blue, float red) {
  std::vector<float> image(kColorPlanes * shape.pixels(), 90);
  std::fill_n(image.begin() + static_cast<std::ptrdiff_t>(shape.pixels()), shape.pixels(), 128 + blue);
  std::fill_n(image.begin() + static_cast<std::ptrdiff_t>(2 * shape.pixels()), shape.pixels(), 128 + red);
  return image;
}

/// What of (u, v) goes to a hue: the two directions around it, as vectors, times their coordinates are the
/// difference.
std::array<double, ColorFeatures::kHues> hues_of(int u, int v) {
  std::array<double, ColorFeatures::kHues> parts{};
  if (u == 0 && v == 0) return parts;
  const double turn = std::atan2(v, u) / (std::numbers::pi / 4);
  const auto below = static_cast<int>(std::floor(turn + 1e-9));
  constexpr std::array<std::array<int, 2>, 8> kDirections = {
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  const auto first = static_cast<std::size_t>((below + 8) % 8), second = (first + 1) % 8;
  const auto [ax, ay] = kDirections[first];
  const auto [bx, by] = kDirections[second];
  const double determinant = ax * by - ay * bx;
  parts[first] = (u * by - v * bx) / determinant;
  parts[second] = (ax * v - ay * u) / determinant;
  return parts;
}

TEST(ColorFeatures, AreTheirDefinition) {
  for (const ImageShape shape : {ImageShape{24, 24}, ImageShape{31, 17}, ImageShape{3, 5}}) {
    const Samples images = colored_noise(2, shape);
    const ColorFeatures features = ColorFeatures::all(images);
    for (std::size_t i = 0; i < images.count(); ++i) {
      const std::vector<std::uint8_t> codes = codes_of(features, images.row(i));
      const float* const blue = images.row(i).data() + shape.pixels();
      const float* const red = blue + shape.pixels();
      for (std::size_t f = 0; f < features.groups(); f += kOfCell) {
        const cv::Rect cell = features.cell(f);
        double u = 0, v = 0;
        std::array<double, ColorFeatures::kHues> hues{};
        for (int y = cell.y; y < cell.br().y; ++y) {
          for (int x = cell.x; x < cell.br().x; ++x) {
            const int own_u = static_cast<int>(blue[y * shape.width + x]) - 128;
            const int own_v = static_cast<int>(red[y * shape.width + x]) - 128;
            u += own_u;
            v += own_v;
            const auto parts = hues_of(own_u, own_v);
            for (std::size_t h = 0; h < hues.size(); ++h) hues[h] += parts[h];
          }
        }
        ASSERT_EQ(codes[f], std::lround(u / cell.area()) + 128);
        ASSERT_EQ(codes[f + 1], std::lround(v / cell.area()) + 128);
        for (std::size_t h = 0; h < hues.size(); ++h)
          ASSERT_NEAR(codes[f + 2 + h],
                      std::min(255.0, 255 * std::sqrt(std::max(0.0, hues[h]) / cell.area() / 127)), 0.51);
      }
    }
  }
}

TEST(ColorFeatures, OfAPlainImageAreItsColor) {
  const ColorFeatures features({12, 12}, {3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_THAT(codes_of(features, plain({12, 12}, 0, 0)), ElementsAre(128, 128, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(codes_of(features, plain({12, 12}, 0, 127)), ElementsAre(128, 255, 0, 0, 255, 0, 0, 0, 0, 0));
  EXPECT_THAT(codes_of(features, plain({12, 12}, -128, 0)), ElementsAre(0, 128, 0, 0, 0, 0, 255, 0, 0, 0));
  EXPECT_EQ(features.binning(0).value(128), 0);
  EXPECT_EQ(features.binning(1).value(0), -2);
  EXPECT_FLOAT_EQ(features.binning(2).value(255), 2);
}

TEST(ColorFeatures, DoNotDependOnGrayLevels) {
  const Samples images = colored_noise(1, {24, 20});
  const ColorFeatures features = ColorFeatures::all(images);
  std::vector<float> dark(images.row(0).begin(), images.row(0).end());
  std::fill_n(dark.begin(), 24 * 20, 0.0F);
  EXPECT_EQ(codes_of(features, images.row(0)), codes_of(features, dark));
}

TEST(ColorFeatures, SelectKeepsTheAskedForInTheirOrder) {
  const Samples images = colored_noise(1, {24, 20});
  const ColorFeatures features = ColorFeatures::all(images);
  const std::vector<std::uint32_t> groups{300, 3, 3, 17};
  const ColorFeatures chosen = features.select(groups);
  const auto all = codes_of(features, images.row(0)), some = codes_of(chosen, images.row(0));
  ASSERT_EQ(some.size(), groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) EXPECT_EQ(some[g], all[groups[g]]);
}

TEST(ColorFeatures, AreOfColoredImages) {
  EXPECT_THAT(ColorFeatures::all(colored_noise(1, {24, 24})).grids(), ElementsAre(3, 4, 6));
  test::expect_error(
      [] {
        ColorFeatures::all(test::noise_images(3, {8, 8}, 1));
      },
      Kind::training, "colors require color images");
  Samples table = test::noise_images(3, {8, 8}, 1);
  table.shape.reset();
  test::expect_error([&] { ColorFeatures::all(table); }, Kind::training, "colors require images");
}

}  // namespace
}  // namespace ocelli::internal::color_features_test
