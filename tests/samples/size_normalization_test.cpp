#include "ocelli/samples/size_normalization.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::size_normalization_test {
namespace {

constexpr ImageShape kShape{28, 28};

using Image = std::vector<float>;

/// A bar with the given box, of one level on a background of another.
Image bar(int x, int y, int w, int h, float ink = 255, float background = 0) {
  Image image(kShape.pixels(), background);
  for (int row = y; row < y + h; ++row) {
    for (int column = x; column < x + w; ++column) image[row * kShape.width + column] = ink;
  }
  return image;
}

Image framed(const Image& image, double side = 20) {
  Image out(image.size());
  frame_ink(image, kShape, side, out);
  return out;
}

struct Box {
  int left = 99, right = -1, top = 99, bottom = -1;
  int width() const { return right - left + 1; }
  int height() const { return bottom - top + 1; }
};

Box ink_box(const Image& image) {
  Box box;
  for (int i = 0; i < static_cast<int>(image.size()); ++i) {
    if (image[i] < 64) continue;
    box.left = std::min(box.left, i % kShape.width);
    box.right = std::max(box.right, i % kShape.width);
    box.top = std::min(box.top, i / kShape.width);
    box.bottom = std::max(box.bottom, i / kShape.width);
  }
  return box;
}

TEST(SizeNormalization, LeavesAnImageWhoseInkIsInPlaceAsItIs) {
  const Image image = bar(11, 4, 6, 20);
  EXPECT_EQ(framed(image), image);
  EXPECT_EQ(framed(bar(11, 5, 6, 18)), bar(11, 5, 6, 18));
  EXPECT_EQ(framed(bar(12, 5, 6, 20)), bar(12, 5, 6, 20));
}

TEST(SizeNormalization, LeavesAnImageWithoutInkAsItIs) {
  EXPECT_EQ(framed(Image(kShape.pixels(), 0)), Image(kShape.pixels(), 0));
  EXPECT_EQ(framed(Image(kShape.pixels(), 200)), Image(kShape.pixels(), 200));
  EXPECT_EQ(framed(bar(2, 2, 3, 3, 20)), bar(2, 2, 3, 3, 20));
}

TEST(SizeNormalization, BringsLargeAndSmallInkToTheSideAndTheMiddle) {
  for (const Image& image : {bar(0, 0, 8, 28), bar(3, 3, 4, 10), bar(1, 20, 16, 4)}) {
    const Box box = ink_box(framed(image));
    EXPECT_NEAR(std::max(box.width(), box.height()), 20, 1);
    EXPECT_NEAR(box.left + box.right, kShape.width - 1, 2);
    EXPECT_NEAR(box.top + box.bottom, kShape.height - 1, 2);
  }
}

TEST(SizeNormalization, TurnsDarkInkOnPaperBright) {
  EXPECT_EQ(framed(bar(0, 0, 8, 27, 20, 230)), framed(bar(0, 0, 8, 27, 210, 0)));
}

TEST(SizeNormalization, BringsFaintInkToFullStrength) {
  const Image image = framed(bar(11, 0, 6, 28, 100));
  EXPECT_NEAR(*std::ranges::max_element(image), 255, 1);
}

TEST(SizeNormalization, DoesNothingMoreASecondTime) {
  const Image once = framed(bar(0, 1, 14, 26));
  EXPECT_EQ(framed(once), once);
}

TEST(SizeNormalization, KeepsGrayLevelsWithinTheirRange) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    Image image(kShape.pixels());
    for (float& gray : image) gray = static_cast<float>(random.below(256));
    for (const float gray : framed(image)) {
      EXPECT_GE(gray, 0);
      EXPECT_LE(gray, 255.001f);
    }
  }
}

TEST(SizeNormalization, TakesImagesOfOnePixelAndOddShapes) {
  for (const ImageShape shape : {ImageShape{1, 1}, ImageShape{5, 9}, ImageShape{40, 3}}) {
    Image image(shape.pixels(), 0), out(shape.pixels());
    image[0] = 255;
    frame_ink(image, shape, std::min(shape.width, shape.height), out);
    for (const float gray : out) EXPECT_TRUE(std::isfinite(gray));
  }
}

}  // namespace
}  // namespace ocelli::internal::size_normalization_test
