#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <opencv2/core.hpp>

#include "ocelli/api/public_values.hpp"
#include "ocelli/error.hpp"
#include "ocelli/image.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal::image_view_test {
namespace {

ImageView view_of(const std::array<std::uint8_t, 8>& pixels, PixelFormat format) {
  return {.data = pixels.data(), .width = 2, .height = 1, .format = format};
}

TEST(ImageView, IsBlendedOverWhiteInEitherOrderOfChannels) {
  constexpr std::array<std::uint8_t, 8> kBgra = {200, 100, 50, 255, 0, 0, 0, 0};
  constexpr std::array<std::uint8_t, 8> kRgba = {50, 100, 200, 255, 0, 0, 0, 0};
  const cv::Mat bgra = to_gray(matrix_of(view_of(kBgra, PixelFormat::bgra8)));
  const cv::Mat rgba = to_gray(matrix_of(view_of(kRgba, PixelFormat::rgba8)));
  EXPECT_EQ(rgba.at<std::uint8_t>(0, 0), bgra.at<std::uint8_t>(0, 0));
  EXPECT_EQ(bgra.at<std::uint8_t>(0, 1), 255);
  EXPECT_EQ(rgba.at<std::uint8_t>(0, 1), 255);
}

TEST(ImageView, IsRefusedWithRowsThatOverlap) {
  constexpr std::array<std::uint8_t, 8> kPixels = {};
  ImageView view = view_of(kPixels, PixelFormat::bgra8);
  view.row_stride = 7;
  EXPECT_THROW(matrix_of(view), Error);
}

}  // namespace
}  // namespace ocelli::internal::image_view_test
