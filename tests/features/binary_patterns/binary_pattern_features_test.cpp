#include "ocelli/features/binary_patterns/binary_pattern_features.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"

namespace ocelli::internal::binary_pattern_features_test {
namespace {

using testing::ElementsAre;

constexpr std::size_t kPatterns = BinaryPatternFeatures::kPatterns;

std::vector<std::uint8_t> codes_of(const BinaryPatternFeatures& features, std::span<const float> image) {
  std::vector<std::uint8_t> codes(features.groups());
  features.encode(image, codes);
  return codes;
}

BinaryPatternFeatures all_of(ImageShape shape) {
  return BinaryPatternFeatures::all(test::noise_images(1, shape, 1));
}

/// The pattern of a pixel, by the definition of the header: a text of its bits around the circle.
std::string pattern_at(std::span<const float> image, ImageShape shape, int x, int y) {
  const auto level = [&](int column, int row) {
    column = std::clamp(column, 0, shape.width - 1);
    row = std::clamp(row, 0, shape.height - 1);
    return std::lround(image[static_cast<std::size_t>(row * shape.width + column)]);
  };
  constexpr int kAround[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};
  std::string bits;
  for (const auto& [dx, dy] : kAround) bits += level(x + dx, y + dy) > level(x, y) + 2 ? '1' : '0';
  return bits;
}

/// How often the bits of a pattern change around the circle.
int changes(const std::string& bits) {
  int count = 0;
  for (std::size_t i = 0; i < 8; ++i) count += bits[i] != bits[(i + 1) % 8] ? 1 : 0;
  return count;
}

/// The bin of a pattern: uniform ones by their number, the first bit as the lowest.
std::size_t bin_of(const std::string& bits) {
  std::size_t bin = 0;
  for (unsigned number = 0; number < 256; ++number) {
    std::string other;
    for (unsigned i = 0; i < 8; ++i) other += (number >> i & 1U) != 0 ? '1' : '0';
    if (changes(other) > 2) continue;
    if (other == bits) return bin;
    ++bin;
  }
  return kPatterns - 1;
}

TEST(BinaryPatternFeatures, AreTheirDefinition) {
  for (const ImageShape shape :
       {ImageShape{24, 24}, ImageShape{31, 17}, ImageShape{3, 5}, ImageShape{1, 1}}) {
    const BinaryPatternFeatures features = all_of(shape);
    const Samples images = test::noise_images(3, shape, 2);
    for (std::size_t i = 0; i < images.count(); ++i) {
      const std::vector<std::uint8_t> codes = codes_of(features, images.row(i));
      for (std::size_t f = 0; f < features.groups(); f += kPatterns) {
        const cv::Rect cell = features.cell(f);
        std::vector<int> counts(kPatterns);
        for (int y = cell.y; y < cell.br().y; ++y)
          for (int x = cell.x; x < cell.br().x; ++x) ++counts[bin_of(pattern_at(images.row(i), shape, x, y))];
        for (std::size_t bin = 0; bin < kPatterns; ++bin)
          ASSERT_EQ(codes[f + bin], std::lround(255 * std::sqrt(1.0 * counts[bin] / cell.area())));
      }
    }
  }
}

TEST(BinaryPatternFeatures, DoNotDependOnLight) {
  const BinaryPatternFeatures features = all_of({24, 24});
  Samples images = test::noise_images(1, {24, 24}, 3);
  for (float& level : std::span(images.values.data(), images.width())) level = 4 * std::floor(level / 8);
  std::vector<float> bright(images.row(0).begin(), images.row(0).end());
  for (float& level : bright) level += 100;
  EXPECT_EQ(codes_of(features, images.row(0)), codes_of(features, bright));
}

TEST(BinaryPatternFeatures, TakeAFewLevelsForNoise) {
  Samples images = test::noise_images(1, {12, 12}, 3);
  for (float& level : std::span(images.values.data(), images.width())) level = 90 + std::fmod(level, 3.0F);
  const std::vector<std::uint8_t> codes = codes_of(all_of({12, 12}), images.row(0));
  for (std::size_t f = 0; f < codes.size(); ++f) EXPECT_EQ(codes[f], f % kPatterns == 0 ? 255 : 0);
}

TEST(BinaryPatternFeatures, SelectKeepsTheAskedForInTheirOrder) {
  const BinaryPatternFeatures features = all_of({24, 20});
  const std::vector<std::uint32_t> groups{700, 3, 3, 17};
  const BinaryPatternFeatures chosen = features.select(groups);
  const Samples images = test::noise_images(1, {24, 20}, 7);
  const auto all = codes_of(features, images.row(0)), some = codes_of(chosen, images.row(0));
  ASSERT_EQ(some.size(), groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) EXPECT_EQ(some[g], all[groups[g]]);
}

TEST(BinaryPatternFeatures, AreOfImagesThatHaveCells) {
  EXPECT_THAT(all_of({24, 24}).grids(), ElementsAre(3, 4, 6));
  EXPECT_THAT(all_of({1, 7}).grids(), ElementsAre(1));
  Samples table = test::noise_images(3, {8, 8}, 1);
  table.shape.reset();
  test::expect_error([&] { BinaryPatternFeatures::all(table); }, Kind::training,
                     "binary patterns require images");
  test::expect_error(
      [] {
        BinaryPatternFeatures({20, 20}, {3}, {9 * kPatterns});
      },
      Kind::model, "an unknown cell");
}

}  // namespace
}  // namespace ocelli::internal::binary_pattern_features_test
