#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::image_encoding_test {
namespace {

cv::Mat noise(int width, int height, int type) {
  cv::Mat picture(height, width, type);
  cv::RNG random(1);
  random.fill(picture, cv::RNG::UNIFORM, 0, 256);
  cv::rectangle(picture, {0, 0, width / 2, height}, cv::Scalar::all(200), cv::FILLED);
  return picture;
}

std::vector<unsigned char> by_opencv(const std::string& ending, const cv::Mat& picture,
                                     const std::vector<int>& options) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, picture, bytes, options);
  return bytes;
}

TEST(EncodedImage, IsWhatOpenCvWrites) {
  for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4}) {
    for (const cv::Size size : {cv::Size(1, 1), cv::Size(7, 9), cv::Size(300, 200)}) {
      const cv::Mat picture = noise(size.width, size.height, type);
      for (const int level : {1, 9}) {
        EXPECT_EQ(encode_png(picture, {.compression = level}),
                  by_opencv(".png", picture, {cv::IMWRITE_PNG_COMPRESSION, level}));
      }
      for (const int quality : {30, 95}) {
        EXPECT_EQ(encode_jpeg(picture, quality),
                  by_opencv(".jpg", picture, {cv::IMWRITE_JPEG_QUALITY, quality}));
      }
    }
  }
}

TEST(EncodedImage, HasOneBitPerPixelIfAsked) {
  const cv::Mat picture = noise(61, 9, CV_8UC1) > 127;
  EXPECT_EQ(encode_png(picture, {.bilevel = true}),
            by_opencv(".png", picture, {cv::IMWRITE_PNG_COMPRESSION, 1, cv::IMWRITE_PNG_BILEVEL, 1}));
}

TEST(EncodedImage, MayBePartOfAnother) {
  const cv::Mat part = noise(40, 30, CV_8UC3)(cv::Rect(3, 4, 21, 13));
  EXPECT_EQ(encode_png(part), encode_png(part.clone()));
  EXPECT_EQ(encode_jpeg(part, 90), encode_jpeg(part.clone(), 90));
}

TEST(EncodedImage, OfSixteenBitsIsPngOnly) {
  const cv::Mat deep = (cv::Mat_<ushort>(2, 2) << 0, 1, 256, 65535);
  const std::vector<unsigned char> png = encode_png(deep);
  EXPECT_EQ(cv::norm(cv::imdecode(png, cv::IMREAD_UNCHANGED), deep, cv::NORM_INF), 0);
  EXPECT_THROW(encode_jpeg(deep, 90), Error);
}

TEST(EncodedImage, HasEightOrSixteenBitsAChannelAndAPixel) {
  EXPECT_THROW(encode_png(cv::Mat(3, 3, CV_32FC1, cv::Scalar(1))), Error);
  EXPECT_THROW(encode_jpeg(cv::Mat(), 90), Error);
}

}  // namespace
}  // namespace ocelli::internal::image_encoding_test
