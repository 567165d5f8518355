#include "ocelli/data/image_file.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "expect_error.hpp"
#include "temporary_folder.hpp"

namespace ocelli {
namespace {

using test::error_of;
using testing::HasSubstr;

std::vector<unsigned char> encode(const char* extension, const cv::Mat& image) {
  std::vector<unsigned char> bytes;
  cv::imencode(extension, image, bytes);
  return bytes;
}

cv::Mat grey_of(const std::vector<unsigned char>& bytes) {
  return decode_grey(std::as_bytes(std::span(bytes)), "a.img");
}

/// A picture with detail everywhere, so that no part of its file is empty.
cv::Mat noise(int height, int width, int type) {
  cv::Mat image(height, width, type);
  cv::RNG random(1);
  random.fill(image, cv::RNG::UNIFORM, 0, 255);
  return image;
}

TEST(ImageFile, ReadsGreyAndColour) {
  const cv::Mat colour = noise(20, 30, CV_8UC3);
  const auto bytes = encode(".png", colour);
  const cv::Mat grey = grey_of(bytes);
  EXPECT_EQ(grey.type(), CV_8UC1);
  EXPECT_EQ(grey.size(), cv::Size(30, 20));
  const cv::Mat kept = decode_image(std::as_bytes(std::span(bytes)), "a.png");
  EXPECT_EQ(kept.type(), CV_8UC3);
  EXPECT_EQ(cv::norm(kept, colour, cv::NORM_INF), 0);
  const auto grey_bytes = encode(".png", noise(4, 5, CV_8UC1));
  EXPECT_EQ(decode_image(std::as_bytes(std::span(grey_bytes)), "a.png").type(), CV_8UC1);
}

TEST(ImageFile, ScalesSixteenBitsToEight) {
  cv::Mat deep(1, 3, CV_16UC1);
  deep.at<std::uint16_t>(0, 0) = 0;
  deep.at<std::uint16_t>(0, 1) = 257 * 100;
  deep.at<std::uint16_t>(0, 2) = 65535;
  for (const char* extension : {".png", ".tif", ".pgm"}) {
    const cv::Mat grey = grey_of(encode(extension, deep));
    ASSERT_EQ(grey.type(), CV_8UC1) << extension;
    EXPECT_EQ(grey.at<unsigned char>(0, 1), 100) << extension;
    EXPECT_EQ(grey.at<unsigned char>(0, 2), 255) << extension;
  }
}

TEST(ImageFile, DropsAlpha) {
  const auto bytes = encode(".png", cv::Mat(4, 4, CV_8UC4, cv::Scalar(50, 50, 50, 7)));
  EXPECT_EQ(grey_of(bytes).at<unsigned char>(0, 0), 50);
  EXPECT_EQ(decode_image(std::as_bytes(std::span(bytes)), "a.png").type(), CV_8UC3);
}

/// A PNG of grey and alpha, which OpenCV does not write. Its two pixels: grey 200, alpha 255; grey 100, alpha
/// 0.
const std::vector<unsigned char> kGreyAlpha = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x04, 0x00, 0x00,
    0x00, 0x5e, 0x2b, 0xb7, 0x01, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xda, 0x63, 0x38, 0xf1, 0x3f, 0x85, 0x01, 0x00, 0x06, 0xea, 0x02, 0x2c, 0xeb, 0x7b,
    0x8a, 0x58, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

TEST(ImageFile, ReadsGreyWithAlpha) {
  const cv::Mat grey = grey_of(kGreyAlpha);
  ASSERT_EQ(grey.size(), cv::Size(2, 1));
  EXPECT_EQ(grey.at<unsigned char>(0, 0), 200);
  EXPECT_EQ(grey.at<unsigned char>(0, 1), 100);
}

TEST(ImageFile, ReadsAOnePixelImage) {
  EXPECT_EQ(grey_of(encode(".bmp", cv::Mat(1, 1, CV_8UC1, cv::Scalar(77)))).at<unsigned char>(0, 0), 77);
}

TEST(ImageFile, RefusesFilesCutShort) {
  for (const char* extension : {".png", ".jpg", ".bmp", ".pgm", ".tif", ".webp"}) {
    const cv::Mat image = noise(64, 64, CV_8UC1);
    const auto whole = encode(extension, image);
    EXPECT_EQ(grey_of(whole).size(), image.size()) << extension;
    for (const double share : {0.0, 0.01, 0.1, 0.5, 0.9}) {
      auto cut = whole;
      cut.resize(static_cast<std::size_t>(share * static_cast<double>(whole.size())));
      const Error error = error_of([&] { grey_of(cut); });
      EXPECT_EQ(error.kind(), Kind::input) << extension << " " << share;
      EXPECT_EQ(error.where(), "a.img") << extension << " " << share;
    }
  }
}

TEST(ImageFile, RefusesHugeImagesByTheirHeader) {
  const std::string bomb = "P5\n100000 100000\n255\n";
  EXPECT_THAT(error_of([&] {
                grey_of({bomb.begin(), bomb.end()});
              }).what(),
              HasSubstr("a.img: has 100000 x 100000 pixels, more than the 67108864 allowed"));
}

TEST(ImageFile, NamesFilesThatCannotBeRead) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { read_grey(folder.path() / "none.png"); }).what(),
              HasSubstr("none.png: no such file"));
  EXPECT_THAT(error_of([&] { read_grey(folder.write("empty.png", "")); }).what(),
              HasSubstr("empty.png: is empty"));
  EXPECT_THAT(error_of([&] { read_image(folder.write("text.png", "hello")); }).what(),
              HasSubstr("text.png: is not an image of a known kind"));
}

}  // namespace
}  // namespace ocelli
