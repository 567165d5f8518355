#include "ocelli/imaging/gray_image.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::image_test {
namespace {

using test::error_of;
using testing::HasSubstr;

/// Gray of blue 10, green 120, red 200 by ITU-R BT.601: 0.114 B + 0.587 G + 0.299 R = 131.4.
constexpr int kGrayOfColor = 131;

TEST(Describe, SaysSizeChannelsAndDepth) {
  EXPECT_EQ(describe(cv::Mat(480, 640, CV_8UC3)), "640 x 480, 3 channels of 8 bits");
  EXPECT_EQ(describe(cv::Mat(2, 1, CV_16UC1)), "1 x 2, 1 channel of 16 bits");
}

TEST(RequireGray, TakesEightBitGrayAlone) {
  EXPECT_NO_THROW(require_gray(cv::Mat(1, 1, CV_8UC1)));
  for (const int type : {CV_8UC2, CV_8UC3, CV_16UC1, CV_32FC1, CV_8SC1}) {
    const Error error = error_of([&] { require_gray(cv::Mat(4, 5, type)); });
    EXPECT_EQ(error.kind(), Kind::image);
    EXPECT_THAT(error.message(), HasSubstr(describe(cv::Mat(4, 5, type))));
  }
}

TEST(ToGray, SharesThePixelsOfAGrayImage) {
  const cv::Mat image = test::noise(3, 5, 1);
  EXPECT_EQ(to_gray(image).data, image.data);
}

TEST(ToGray, ReducesSixteenBitsToTheHighByte) {
  const cv::Mat image = (cv::Mat_<std::uint16_t>(1, 4) << 0, 257, 257 * 100, 65535);
  const cv::Mat expected = (cv::Mat_<std::uint8_t>(1, 4) << 0, 1, 100, 255);
  EXPECT_TRUE(test::same_pixels(to_gray(image), expected));
}

TEST(ToGray, LaysWhatIsTransparentOverWhiteOrDropsAlpha) {
  const cv::Mat image(2, 2, CV_8UC2, cv::Scalar(77, 3));
  const auto gray = [](int level) { return cv::Mat(2, 2, CV_8UC1, cv::Scalar(level)); };
  EXPECT_TRUE(test::same_pixels(to_gray(image, Transparency::dropped), gray(77)));
  EXPECT_TRUE(test::same_pixels(to_gray(image), gray(253))) << "over white";
}

TEST(ToEightBits, LaysWhatIsTransparentOverWhite) {
  const cv::Mat image(2, 2, CV_8UC4, cv::Scalar(10, 20, 30, 128)),
      deep(2, 2, CV_16UC4, cv::Scalar(0, 0, 0, 0));
  EXPECT_EQ(cv::norm(to_eight_bits(image), cv::Mat(2, 2, CV_8UC3, cv::Scalar(132, 137, 142)), cv::NORM_INF),
            0);
  EXPECT_EQ(cv::norm(to_eight_bits(deep), cv::Mat(2, 2, CV_8UC3, cv::Scalar(255, 255, 255)), cv::NORM_INF),
            0);
  EXPECT_TRUE(test::same_pixels(to_gray(deep), cv::Mat(2, 2, CV_8UC1, cv::Scalar(255))));
}

TEST(ToGray, WeighsColorsInTheOrderBlueGreenRed) {
  for (const int channels : {3, 4}) {
    const cv::Mat image(2, 3, CV_8UC(channels), cv::Scalar(10, 120, 200, 255));
    EXPECT_TRUE(test::same_pixels(to_gray(image), cv::Mat(2, 3, CV_8UC1, cv::Scalar(kGrayOfColor))))
        << channels;
  }
}

TEST(ToGray, SeesTheSameInSixteenBitsAsInEight) {
  for (const int channels : {1, 2, 3, 4}) {
    const cv::Scalar color(10, 120, 200, 9);
    const cv::Mat eight(4, 3, CV_8UC(channels), color), sixteen(4, 3, CV_16UC(channels), color * 257);
    EXPECT_TRUE(test::same_pixels(to_gray(sixteen), to_gray(eight))) << channels;
  }
}

TEST(ToGray, TakesANonContiguousPartOfAnImage) {
  const cv::Mat image(6, 6, CV_8UC3, cv::Scalar(10, 120, 200));
  const cv::Mat gray = to_gray(image(cv::Rect(1, 2, 3, 2)));
  EXPECT_TRUE(test::same_pixels(gray, cv::Mat(2, 3, CV_8UC1, cv::Scalar(kGrayOfColor))));
}

TEST(ToGray, RefusesOtherTypesByName) {
  for (const int type : {CV_32FC1, CV_64FC3, CV_8SC1, CV_32SC1, CV_8UC(5)}) {
    const Error error = error_of([&] { to_gray(cv::Mat(4, 5, type)); });
    EXPECT_EQ(error.kind(), Kind::image);
    EXPECT_THAT(error.message(), HasSubstr(describe(cv::Mat(4, 5, type))));
  }
}

}  // namespace
}  // namespace ocelli::internal::image_test
