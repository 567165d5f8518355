#include "ocelli/features/channels/gradient_channels.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "data/expect_error.hpp"
#include "features/channels/gradients_of.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::gradient_channels_test {
namespace {

using test::gradients_of;
using Bytes = std::vector<std::uint8_t>;

cv::Mat ramp(double dx, double dy) {
  cv::Mat picture(16, 16, CV_8UC1);
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x)
      picture.at<std::uint8_t>(y, x) =
          static_cast<std::uint8_t>(std::lround(128 + dx * (x - 8) + dy * (y - 8)));
  }
  return picture;
}

/// The direction of the largest sum of magnitudes.
int main_direction(const cv::Mat& picture) {
  const Bytes bytes = gradients_of(picture);
  constexpr std::size_t kFine = 8 * 8, kCoarse = 4 * 4;
  std::vector<int> sums;
  for (std::size_t o = 0; o < GradientChannels::kOrientations; ++o) {
    int sum = 0;
    for (std::size_t i = 0; i < kCoarse; ++i) sum += bytes[2 * kFine + o * kCoarse + i];
    sums.push_back(sum);
  }
  return static_cast<int>(std::ranges::max_element(sums) - sums.begin());
}

TEST(GradientChannels, TellDirectionsOf30DegreesWithoutSign) {
  for (int direction = 0; direction < GradientChannels::kOrientations; ++direction) {
    const double angle = (direction * 30 + 15) * std::numbers::pi / 180;
    EXPECT_EQ(main_direction(ramp(7 * std::cos(angle), 7 * std::sin(angle))), direction);
    EXPECT_EQ(main_direction(ramp(-7 * std::cos(angle), -7 * std::sin(angle))), direction);
  }
}

TEST(GradientChannels, AreMeansOfCellsOfTheNormalizedPicture) {
  const cv::Mat picture = test::noise(16, 24, 5);
  double mean = 0, squares = 0;
  for (const auto pixel : cv::Mat_<std::uint8_t>(picture)) mean += pixel, squares += pixel * pixel;
  mean /= 16 * 24;
  const double gain = 48 / std::sqrt(squares / (16 * 24) - mean * mean);
  const auto normal = [&](int y, int x) {
    const int pixel = picture.at<std::uint8_t>(std::clamp(y, 0, 15), std::clamp(x, 0, 23));
    return static_cast<int>(std::clamp(std::floor(128 + (pixel - mean) * gain + 0.5), 0.0, 255.0));
  };
  const auto magnitude = [&](int y, int x) {
    const int dx = normal(y, x + 1) - normal(y, x - 1), dy = normal(y + 1, x) - normal(y - 1, x);
    return static_cast<int>(std::sqrt(dx * dx + dy * dy));
  };
  const Bytes bytes = gradients_of(picture);
  ASSERT_EQ(bytes.size(), 2u * 8 * 12 + 6 * 4 * 6);
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 12; ++x) {
      int grays = 0, magnitudes = 0;
      for (int k = 0; k < 4; ++k) {
        grays += normal(2 * y + k / 2, 2 * x + k % 2);
        magnitudes += magnitude(2 * y + k / 2, 2 * x + k % 2);
      }
      const auto cell = static_cast<std::size_t>(y * 12 + x);
      ASSERT_EQ(bytes[cell], grays / 4);
      ASSERT_EQ(bytes[96 + cell], std::min(magnitudes / 4, 255));
    }
  }
}

TEST(GradientChannels, DoNotDependOnLightAndContrast) {
  const cv::Mat picture = test::noise(16, 16, 6) / 2;
  const Bytes plain = gradients_of(picture), bright = gradients_of(picture * 1.5 + 40);
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(plain[i], bright[i], 4);
}

TEST(GradientChannels, OfAFlatPictureAreFlat) {
  const Bytes bytes = gradients_of(cv::Mat(16, 16, CV_8UC1, cv::Scalar(7)));
  EXPECT_THAT(Bytes(bytes.begin(), bytes.begin() + 64), testing::Each(128));
  EXPECT_THAT(Bytes(bytes.begin() + 64, bytes.end()), testing::Each(0));
}

TEST(GradientChannels, RefuseSidesThatAreNoCells) {
  for (const cv::Size size : {cv::Size(18, 16), cv::Size(16, 4), cv::Size(0, 16), cv::Size(16, 260)})
    EXPECT_EQ(test::error_of([&] { GradientChannels channels(size); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::gradient_channels_test
