#include <gtest/gtest.h>

#include "data/images/encoded_images.hpp"

namespace ocelli::internal::test::image_encoding_test {
namespace {

class Encoding : public testing::TestWithParam<int> {};

TEST_P(Encoding, ToJpegGivesTheBytesOfOpenCv) {
  const cv::Mat picture = noise(37, 53, GetParam());
  for (const int quality : {1, 40, 95, 100}) {
    std::vector<unsigned char> theirs;
    cv::imencode(".jpg", picture, theirs, {cv::IMWRITE_JPEG_QUALITY, quality});
    EXPECT_EQ(encode_jpeg(picture, quality), theirs) << quality;
  }
}

TEST_P(Encoding, ToPngGivesTheBytesOfOpenCv) {
  const cv::Mat picture = noise(37, 53, GetParam());
  for (const int compression : {0, 1, 9}) {
    std::vector<unsigned char> theirs;
    cv::imencode(".png", picture, theirs, {cv::IMWRITE_PNG_COMPRESSION, compression});
    EXPECT_EQ(encode_png(picture, {.compression = compression}), theirs) << compression;
  }
}

TEST_P(Encoding, TakesRowsThatAreApart) {
  const cv::Mat picture = noise(37, 53, GetParam())(cv::Rect(3, 5, 20, 11));
  EXPECT_EQ(encode_png(picture), encode_png(picture.clone()));
  EXPECT_EQ(encode_jpeg(picture, 90), encode_jpeg(picture.clone(), 90));
}

INSTANTIATE_TEST_SUITE_P(OfGrayAndColor, Encoding, testing::Values(CV_8UC1, CV_8UC3));

TEST(Encoding, OfBlackAndWhiteTakesOneBitAPixel) {
  const cv::Mat picture = (noise(64, 64, CV_8UC1) > 100);
  const std::vector<unsigned char> file = encode_png(picture, {.bilevel = true, .compression = 9});
  EXPECT_LT(file.size(), 64u * 64 / 4);
  EXPECT_EQ(cv::countNonZero(gray_of(file) != picture), 0);
}

}  // namespace
}  // namespace ocelli::internal::test::image_encoding_test
