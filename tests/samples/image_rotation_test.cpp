#include "ocelli/samples/image_fit.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::image_rotation_test {
namespace {

using Image = std::vector<float>;

Image noise(ImageShape shape, std::uint64_t seed) {
  Random random(seed);
  Image image(shape.pixels());
  for (float& gray : image) gray = static_cast<float>(random.below(256));
  return image;
}

Image turned(const Image& image, ImageShape shape, double radians) {
  Image out(image.size(), -1);
  rotate(image, shape, radians, out);
  return out;
}

TEST(ImageRotation, ByNothingLeavesEveryPixel) {
  for (const ImageShape shape : {ImageShape{28, 28}, {1, 1}, {7, 12}, {31, 2}}) {
    const Image image = noise(shape, 1);
    EXPECT_EQ(turned(image, shape, 0), image);
  }
}

// Counterclockwise: the right side moves to the top.
TEST(ImageRotation, ByAQuarterTurnMovesEachPixelToItsPlace) {
  for (const int side : {1, 2, 9, 16}) {
    const ImageShape shape{side, side};
    const Image image = noise(shape, 2), left = turned(image, shape, std::numbers::pi / 2),
                right = turned(image, shape, -std::numbers::pi / 2);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        ASSERT_EQ(left.at((side - 1 - x) * side + y), image.at(y * side + x))
            << side << ": " << x << ", " << y;
        ASSERT_EQ(right.at(x * side + side - 1 - y), image.at(y * side + x))
            << side << ": " << x << ", " << y;
      }
    }
  }
}

TEST(ImageRotation, ByASmallPositiveAngleLiftsTheRightSide) {
  const ImageShape shape{33, 33};
  Image image(shape.pixels(), 0);
  for (int x = 0; x < 33; ++x) image[16 * 33 + x] = 255;
  const Image out = turned(image, shape, 0.2);
  const auto height_of_line = [&](int x) {
    float sum = 0, total = 0;
    for (int y = 0; y < 33; ++y) {
      sum += static_cast<float>(y) * out[y * 33 + x];
      total += out[y * 33 + x];
    }
    return sum / total;
  };
  EXPECT_NEAR(height_of_line(26), 16 - 10 * std::tan(0.2), 0.2);
  EXPECT_NEAR(height_of_line(6), 16 + 10 * std::tan(0.2), 0.2);
}

TEST(ImageRotation, FillsWhatComesFromOutsideWithTheBordersMedian) {
  const ImageShape shape{20, 20};
  Image image(shape.pixels(), 200);
  for (int i = 0; i < 20; ++i) {
    image[i] = image[19 * 20 + i] = image[i * 20] = image[i * 20 + 19] = i < 6 ? 250 : 40;
  }
  const Image out = turned(image, shape, std::numbers::pi / 4);
  for (const int corner : {0, 19, 19 * 20, 19 * 20 + 19}) EXPECT_EQ(out[corner], 40);
  EXPECT_EQ(out[10 * 20 + 10], 200);
}

TEST(ImageRotation, GivesWholeGrayLevels) {
  for (const ImageShape shape : {ImageShape{28, 28}, {5, 40}, {1, 9}, {13, 1}}) {
    const Image image = noise(shape, 3);
    for (const double radians : {-1.5, -0.157, 0.01, 0.157, 0.7, 3.0}) {
      for (const float gray : turned(image, shape, radians)) {
        ASSERT_EQ(gray, std::nearbyint(gray));
        ASSERT_TRUE(gray >= 0 && gray <= 255) << gray;
      }
    }
  }
}

TEST(ImageRotation, OfABlankImageChangesNothing) {
  const Image image(15 * 11, 93);
  EXPECT_EQ(turned(image, {15, 11}, 0.4), image);
}

TEST(ImageRotation, ThereAndBackComesNear) {
  const ImageShape shape{32, 32};
  Image image;
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) {
      const double squared = (x - 19.0) * (x - 19.0) + (y - 13.0) * (y - 13.0);
      image.push_back(static_cast<float>(std::nearbyint(250 * std::exp(-squared / 40))));
    }
  }
  const Image there = turned(image, shape, 0.3), back = turned(there, shape, -0.3);
  float moved = 0;
  for (std::size_t i = 0; i < image.size(); ++i) {
    moved = std::max(moved, std::abs(there[i] - image[i]));
    EXPECT_NEAR(back[i], image[i], 8);
  }
  EXPECT_GT(moved, 40);
}

}  // namespace
}  // namespace ocelli::internal::image_rotation_test
