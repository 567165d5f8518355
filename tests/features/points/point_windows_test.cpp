#include "ocelli/features/points/point_windows.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/features/haar/window_integrals.hpp"

namespace ocelli::internal::point_windows_test {
namespace {

using test::gray_levels;

ImageShape shape_of(const cv::Mat& image) { return {image.cols, image.rows}; }

PointWindows windows_of(const cv::Mat& image, const PointWindowOptions& options) {
  PointWindows windows;
  windows.assign(gray_levels(image), shape_of(image), options);
  return windows;
}

/// The square around a pixel; the nearest pixel of the image where it leaves it.
cv::Mat plain_window(const cv::Mat& image, const InterestPoint& point, int side) {
  cv::Mat window(side, side, CV_8UC1);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      window.at<std::uint8_t>(y, x) =
          image.at<std::uint8_t>(std::clamp(point.y - side / 2 + y, 0, image.rows - 1),
                                 std::clamp(point.x - side / 2 + x, 0, image.cols - 1));
    }
  }
  return window;
}

std::vector<HaarFeature> some_wavelets(int side) {
  return sample_haar({.width = side, .height = side, .min_side = 1, .max_distance = side}, 30, 5);
}

/// The responses that a learner sees: of the windows as patches.
std::vector<float> responses_as_patches(const PointWindows& windows, const HaarFeature& wavelet,
                                        const PointWindowOptions& options) {
  TrainingWindows patches(options.side, options.side);
  for (std::size_t k = 0; k < windows.points().size(); ++k) patches.add(windows.window(k));
  std::vector<float> z(patches.size());
  WindowIntegrals(patches, options.deviation).respond(wavelet, z);
  return z;
}

void expect_as_patches(const PointWindows& windows, const PointWindowOptions& options) {
  for (const HaarFeature& wavelet : some_wavelets(options.side)) {
    std::vector<float> z(windows.points().size());
    windows.respond(corners(wavelet), z);
    ASSERT_EQ(z, responses_as_patches(windows, wavelet, options));
  }
}

TEST(PointWindows, HaveTheImagesInterestPoints) {
  const cv::Mat image = test::noise(32, 32, 1);
  const PointWindowOptions options{.points = {.count = 17, .sigma = 0.7, .dark = false}};
  const PointWindows windows = windows_of(image, options);
  EXPECT_THAT(windows.points(), testing::ElementsAreArray(interest_points(image, options.points)));
  EXPECT_EQ(windows.points().size(), 17u);
}

TEST(PointWindows, RespondAsPatchesDoToTheLastBit) {
  for (const int side : {3, 11, 15}) {
    for (const float deviation : {1.0f, 70.0f}) {
      const PointWindowOptions options{.points = {.count = 100}, .side = side, .deviation = deviation};
      expect_as_patches(windows_of(test::noise(32, 32, 2), options), options);
      expect_as_patches(windows_of(test::noise(9, 27, 3) / 9, options), options);
    }
  }
}

TEST(PointWindows, BeyondTheEdgeRepeatTheNearestPixel) {
  for (const cv::Size size : {cv::Size(32, 32), cv::Size(5, 40), cv::Size(1, 12), cv::Size(8, 7)}) {
    const cv::Mat image = test::noise(size.height, size.width, 4);
    const PointWindowOptions options{.points = {.count = 256}, .side = 11};
    const PointWindows windows = windows_of(image, options);
    ASSERT_FALSE(windows.points().empty());
    for (std::size_t k = 0; k < windows.points().size(); ++k) {
      ASSERT_TRUE(test::same_pixels(windows.window(k), plain_window(image, windows.points()[k], 11)));
    }
    expect_as_patches(windows, options);
  }
}

TEST(PointWindows, OfABlankImageAreNone) {
  const PointWindows windows = windows_of(cv::Mat(20, 20, CV_8UC1, cv::Scalar(80)), {});
  EXPECT_TRUE(windows.points().empty());
  windows.respond(corners(some_wavelets(11)[0]), {});
}

TEST(PointWindows, RoundLevelsToWholeOnes) {
  const cv::Mat image = test::noise(24, 24, 6) / 2 + 10;
  std::vector<float> between = gray_levels(image);
  for (std::size_t i = 0; i < between.size(); ++i) between[i] += i % 2 == 0 ? 0.4f : -0.4f;
  PointWindows windows;
  windows.assign(between, shape_of(image), {});
  const PointWindows whole = windows_of(image, {});
  EXPECT_THAT(windows.points(), testing::ElementsAreArray(whole.points()));
  EXPECT_TRUE(test::same_pixels(windows.window(0), whole.window(0)));
}

TEST(PointWindows, AreTheSameWhateverTheirObjectHeldBefore) {
  const PointWindowOptions small{.points = {.count = 4}, .side = 5, .deviation = 9};
  const cv::Mat blank(16, 16, CV_8UC1, cv::Scalar(0));
  PointWindows used;
  for (const cv::Mat& image :
       {test::noise(40, 33, 7), blank, test::noise(12, 12, 8), test::noise(32, 50, 9)}) {
    for (const PointWindowOptions& options : {PointWindowOptions(), small}) {
      used.assign(gray_levels(image), shape_of(image), options);
      const PointWindows fresh = windows_of(image, options);
      ASSERT_THAT(used.points(), testing::ElementsAreArray(fresh.points()));
      for (std::size_t k = 0; k < fresh.points().size(); ++k) {
        ASSERT_TRUE(test::same_pixels(used.window(k), fresh.window(k)));
      }
      if (!fresh.points().empty()) expect_as_patches(used, options);
    }
  }
}

TEST(PointWindowOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_of = [](const PointWindowOptions& options) {
    const Error error = test::error_of([&] { options.validate(); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return error.where();
  };
  EXPECT_EQ(place_of({.points = {.count = 0}}), "--points");
  EXPECT_EQ(place_of({.side = 1}), "--window-side");
  EXPECT_EQ(place_of({.side = 10}), "--window-side");
  EXPECT_EQ(place_of({.side = 65}), "--window-side");
  EXPECT_EQ(place_of({.deviation = 0.5f}), "--min-deviation");
  EXPECT_EQ(place_of({.deviation = 256}), "--min-deviation");
  EXPECT_EQ(place_of({.deviation = std::nanf("")}), "--min-deviation");
  EXPECT_NO_THROW(PointWindowOptions().validate());
}

}  // namespace
}  // namespace ocelli::internal::point_windows_test
