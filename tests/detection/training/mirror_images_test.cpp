#include "ocelli/detection/training/mirror_images.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "features/with_threads.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::mirror_images_test {
namespace {

constexpr int kSide = 16;

/// Noise with a bright bar at the left, in the middle or at the right of each window.
TrainingWindows bars(std::size_t count, std::uint64_t seed, int (*column)(std::size_t)) {
  TrainingWindows windows(kSide, kSide);
  for (std::size_t i = 0; i < count; ++i) {
    cv::Mat window = test::noise(kSide, kSide, hash(seed, {i})) / 2;
    window(cv::Rect(column(i), 2, 4, 12)) += 60;
    windows.add(window);
  }
  return windows;
}

TEST(MirrorTest, TellsObjectsWithALeftAndARightFromTheirMirrorImages) {
  const auto at_left = [](std::size_t) { return 2; };
  const MirrorTest test = test_mirror_images(bars(120, 1, at_left), bars(40, 2, at_left), 2, 1);
  EXPECT_EQ(test.objects, 80u);
  EXPECT_GT(test.share(), 0.95);
  EXPECT_TRUE(test.differ());
}

TEST(MirrorTest, DoesNotTellSymmetricObjects) {
  const auto in_the_middle = [](std::size_t) { return 6; };
  EXPECT_FALSE(test_mirror_images(bars(120, 1, in_the_middle), bars(40, 2, in_the_middle), 2, 1).differ());
}

TEST(MirrorTest, DoesNotTellObjectsThatAreSeenFromEitherSide) {
  const auto at_either_side = [](std::size_t i) { return i % 3 == 0 ? 2 : 10; };
  EXPECT_FALSE(test_mirror_images(bars(200, 1, [](std::size_t i) { return i % 2 == 0 ? 2 : 10; }),
                                  bars(60, 2, at_either_side), 1, 1)
                   .differ());
}

TEST(MirrorTest, SaysNothingOfAHandfulOfObjects) {
  const auto at_left = [](std::size_t) { return 2; };
  EXPECT_FALSE(test_mirror_images(bars(3, 1, at_left), bars(2, 2, at_left), 1, 1).differ());
  EXPECT_FALSE(test_mirror_images(bars(3, 1, at_left), TrainingWindows(kSide, kSide), 1, 1).differ());
}

TEST(MirrorTest, IsTheSameForAnyNumberOfThreads) {
  const auto run = [] {
    const auto at_left = [](std::size_t) { return 4; };
    return test_mirror_images(bars(60, 1, at_left), bars(30, 2, at_left), 1, 1).recognized;
  };
  EXPECT_EQ(test::with_threads(1, run), test::with_threads(2, run));
}

}  // namespace
}  // namespace ocelli::internal::mirror_images_test
