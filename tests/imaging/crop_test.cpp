#include "ocelli/imaging/crop.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "imaging/between.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::crop_test {
namespace {

using test::between;
using test::noise;

cv::Mat cropped(const cv::Mat& image, const Box& part, cv::Size size) {
  Pyramid pyramid;
  pyramid.assign(image);
  cv::Mat result(size, CV_8UC1);
  prepare_crop(pyramid, part, size);
  CropScratch scratch;
  crop(pyramid, part, result, scratch);
  return result;
}

TEST(Crop, OfPixelsAsTheyAreCopiesThem) {
  const cv::Mat image = noise(30, 40, 1);
  EXPECT_TRUE(
      test::same_pixels(cropped(image, {7, 5, 12, 16}, {12, 16}), image(cv::Rect(7, 5, 12, 16)).clone()));
}

TEST(Crop, InterpolatesLinearlyAndReplicatesTheBorder) {
  const cv::Mat image = noise(30, 40, 2);
  for (const Box& part : {Box{3.3F, 2.7F, 10.4F, 9.1F}, Box{-6, -4, 30, 25}, Box{30, 20, 25, 25}}) {
    const cv::Size size(17, 14);
    const cv::Mat result = cropped(image, part, size);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const double expected =
            between(image, part.x + (x + 0.5) * static_cast<double>(part.w) / size.width - 0.5,
                    part.y + (y + 0.5) * static_cast<double>(part.h) / size.height - 0.5);
        ASSERT_NEAR(result.at<std::uint8_t>(y, x), expected, 2.5) << x << ", " << y;
      }
    }
  }
}

TEST(Crop, OfALargePartSeesEveryPixel) {
  // Every fourth column is white. Interpolation alone would see all of them or none.
  cv::Mat stripes(64, 64, CV_8UC1);
  for (int x = 0; x < 64; ++x) stripes.col(x) = cv::Scalar(x % 4 == 0 ? 200 : 0);
  const cv::Mat result = cropped(stripes, {0, 0, 64, 64}, {16, 16});
  for (int x = 0; x < 16; ++x) EXPECT_NEAR(result.at<std::uint8_t>(8, x), 50, 1);
}

TEST(Crop, StopsHalvingWhereNoPixelIsLeft) {
  const cv::Mat line = noise(1, 50, 3);
  const cv::Mat result = cropped(line, {-100, -100, 400, 400}, {8, 8});
  EXPECT_EQ(result.at<std::uint8_t>(0, 7), line.at<std::uint8_t>(0, 49));
}

}  // namespace
}  // namespace ocelli::internal::crop_test
