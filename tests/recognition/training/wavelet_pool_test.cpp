#include "ocelli/recognition/training/wavelet_pool.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/haar/haar_pool.hpp"

namespace ocelli::internal::wavelet_pool_test {
namespace {

using testing::Each;
using testing::ElementsAreArray;

constexpr ImageShape kShape{16, 13};
const PointWindowOptions kWindows{.points = {.count = 9}, .side = 7};

std::vector<HaarFeature> some_wavelets() {
  return sample_haar({.width = 7, .height = 7, .min_side = 1, .max_distance = 7}, 25, 3);
}

TEST(PointTable, HoldsThePointsAndWindowsOfEachImage) {
  const Samples images = test::noise_images(30, kShape, 1);
  const PointTable table = point_table(images, kWindows);
  EXPECT_EQ(table.places.width, kShape.width);
  EXPECT_EQ(table.places.height, kShape.height);
  EXPECT_EQ(table.places.points, 9u);
  EXPECT_EQ(table.places.samples, 30u);
  ASSERT_EQ(table.windows.size(), 9u * 30);
  PointWindows own;
  for (std::size_t i = 0; i < 30; ++i) {
    own.assign(images.row(i), kShape, kWindows);
    for (std::size_t k = 0; k < own.points().size(); ++k) {
      const std::size_t place = k * 30 + i;
      ASSERT_EQ(table.places.x[place], own.points()[k].x);
      ASSERT_EQ(table.places.y[place], own.points()[k].y);
      ASSERT_TRUE(test::same_pixels(table.windows.image(place), own.window(k)));
    }
  }
}

// The last image is blank; that before has one blob.
TEST(PointTable, MarksPointsThatAnImageDoesNotHave) {
  Samples images = test::noise_images(4, kShape, 2);
  images.values.row(2).setZero();
  images.values(2, 6 * kShape.width + 8) = 255;
  const PointWindowOptions options{.points = {.count = 9, .dark = false}, .side = 7};
  const PointTable table = point_table(images, options);
  for (std::size_t k = 0; k < 9; ++k) {
    const std::size_t dot = k * 4 + 2, blank = k * 4 + 3;
    EXPECT_EQ(table.places.x[dot], k == 0 ? 8 : -1);
    EXPECT_EQ(table.places.y[dot], k == 0 ? 6 : -1);
    EXPECT_EQ(table.places.x[blank], -1);
    EXPECT_EQ(table.places.y[blank], -1);
    EXPECT_THAT(table.windows[blank], Each(0));
  }
}

TEST(PointTable, IsTheSameForAnyNumberOfThreads) {
  const Samples images = test::noise_images(60, kShape, 3);
  const auto act = [&] { return point_table(images, kWindows); };
  const PointTable one = test::with_threads(1, act), many = test::with_threads(4, act);
  EXPECT_EQ(one.places.x, many.places.x);
  EXPECT_EQ(one.places.y, many.places.y);
  for (std::size_t w = 0; w < one.windows.size(); ++w) {
    ASSERT_THAT(many.windows[w], ElementsAreArray(one.windows[w]));
  }
}

TEST(PointTable, IsOfImagesOnly) {
  const Samples table = test::random_samples(20, 6, 2, 1);
  EXPECT_EQ(test::error_of([&] { point_table(table, kWindows); }).kind(), Kind::training);
}

TEST(WaveletPool, AnswersAsTheWindowsDo) {
  const Samples images = test::noise_images(30, kShape, 4);
  const std::vector<HaarFeature> wavelets = some_wavelets();
  const LocalPool pool = wavelet_pool(point_table(images, kWindows), kWindows.deviation, wavelets);
  ASSERT_EQ(pool.candidates(), wavelets.size());
  ASSERT_EQ(pool.responses.samples(), 9u * 30);
  EXPECT_EQ(pool.places.samples, 30u);
  PointWindows own;
  for (std::size_t i = 0; i < 30; ++i) {
    own.assign(images.row(i), kShape, kWindows);
    std::vector<float> z(own.points().size());
    for (std::size_t c = 0; c < wavelets.size(); ++c) {
      own.respond(corners(wavelets[c]), z);
      for (std::size_t k = 0; k < z.size(); ++k) {
        ASSERT_EQ(pool.responses.of(c)[k * 30 + i], pool.responses.binning(c).bin(z[k], 256));
      }
    }
  }
}

}  // namespace
}  // namespace ocelli::internal::wavelet_pool_test
