#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data/images/encoded_images.hpp"
#include "data/tiff_bytes.hpp"

namespace ocelli::internal::opaque_bytes_test {
namespace {

using test::append_number, test::kLong, test::kShort, test::tiff_file;
using test::encode, test::gray_of, test::noise, test::read, test::view_of;

TEST(ImageFile, ScalesSixteenBitsToEight) {
  cv::Mat deep(1, 3, CV_16UC1);
  deep.at<std::uint16_t>(0, 0) = 0;
  deep.at<std::uint16_t>(0, 1) = 257 * 100;
  deep.at<std::uint16_t>(0, 2) = 65535;
  for (const char* extension : {".png", ".tif", ".pgm"}) {
    const cv::Mat gray = gray_of(encode(extension, deep));
    ASSERT_EQ(gray.type(), CV_8UC1) << extension;
    EXPECT_EQ(gray.at<unsigned char>(0, 1), 100) << extension;
    EXPECT_EQ(gray.at<unsigned char>(0, 2), 255) << extension;
  }
}

TEST(ImageFile, StretchesTwelveBitsInSixteenByTheirMaximumAndSaysSo) {
  const cv::Mat deep = (cv::Mat_<std::uint16_t>(1, 4) << 0, 1000, 2000, 4000);
  for (const char* extension : {".png", ".tif", ".pgm"}) {
    std::vector<unsigned char> file;
    cv::imencode(extension, deep, file);
    const DecodedImage image = decode(std::as_bytes(std::span(file)), Colors::gray, extension);
    EXPECT_EQ(cv::countNonZero(image.pixels != (cv::Mat_<std::uint8_t>(1, 4) << 0, 64, 128, 255)), 0)
        << extension << image.pixels;
    EXPECT_NE(image.note.find("reach only 4000 of 65535"), std::string::npos) << extension << image.note;
    EXPECT_TRUE(image.warning.empty()) << "such an image is good to train on";
  }
}

TEST(ImageFile, StretchesTwelveBitsOfColorsAndOfTiles) {
  const cv::Mat colors(2, 2, CV_16UC3, cv::Scalar(1000, 2000, 4000));
  for (const char* extension : {".png", ".tif"}) {
    std::vector<unsigned char> file;
    cv::imencode(extension, colors, file);
    const DecodedImage image = decode(std::as_bytes(std::span(file)), Colors::as_stored, extension);
    ASSERT_EQ(image.pixels.type(), CV_8UC3) << extension;
    EXPECT_EQ(image.pixels.at<cv::Vec3b>(1, 1), cv::Vec3b(64, 128, 255)) << extension;
    EXPECT_NE(image.note.find("reach only 4000 of 65535"), std::string::npos) << extension << image.note;
  }

  constexpr std::uint32_t kTile = 16, kWidth = 19, kTiles = 2, kBytes = 2 * kTile * kTile;
  std::string pixels;
  for (std::uint32_t i = 0; i < kTiles * kTile * kTile; ++i) append_number(pixels, 4000 - i, 2);
  const auto offsets_at = static_cast<std::uint32_t>(8 + pixels.size());
  for (std::uint32_t tile = 0; tile < kTiles; ++tile) append_number(pixels, 8 + tile * kBytes, 4);
  for (std::uint32_t tile = 0; tile < kTiles; ++tile) append_number(pixels, kBytes, 4);
  const std::string tiled = tiff_file(pixels, {{{256, kLong, 1, kWidth},
                                                {257, kLong, 1, 3},
                                                {258, kShort, 1, 16},
                                                {259, kShort, 1, 1},
                                                {262, kShort, 1, 1},
                                                {277, kShort, 1, 1},
                                                {322, kLong, 1, kTile},
                                                {323, kLong, 1, kTile},
                                                {324, kLong, kTiles, offsets_at},
                                                {325, kLong, kTiles, offsets_at + 4 * kTiles}}});
  const DecodedImage image = decode(std::as_bytes(std::span(tiled)), Colors::gray, "tiled.tif");
  ASSERT_EQ(image.pixels.size(), cv::Size(kWidth, 3));
  EXPECT_EQ(image.pixels.at<std::uint8_t>(0, 0), 255);
  EXPECT_EQ(image.pixels.at<std::uint8_t>(2, 15), std::lround(255 * (4000 - 47) / 4000.0));
  EXPECT_EQ(image.pixels.at<std::uint8_t>(1, 18), std::lround(255 * (4000 - 256 - 18) / 4000.0));
}

TEST(ImageFile, StretchesTwelveBitsBesideHotPixels) {
  cv::Mat deep = noise(60, 80, CV_16UC1);
  deep /= 17;  // up to 3855
  deep.at<std::uint16_t>(3, 4) = 4095;
  deep.at<std::uint16_t>(7, 8) = 65535;
  for (const char* extension : {".png", ".tif", ".pgm"}) {
    const DecodedImage image = read(view_of(encode(extension, deep)), Colors::gray);
    EXPECT_NE(image.note.find("except for 0.1 % of the pixels"), std::string::npos)
        << extension << image.note;
    EXPECT_EQ(image.pixels.at<unsigned char>(7, 8), 255);
    EXPECT_GT(cv::mean(image.pixels)[0], 110) << extension;
  }
  deep.colRange(0, 8).setTo(60'000);
  EXPECT_EQ(read(view_of(encode(".png", deep)), Colors::gray).note, "") << "a tenth of it is bright";
}

TEST(ImageFile, StretchesGraysOfWhichZeroIsWhite) {
  std::string data;
  for (const std::uint64_t level : {0, 1000, 2000, 4000}) append_number(data, level, 2);
  const std::string file = tiff_file(data, {{{256, kLong, 1, 4},
                                             {257, kLong, 1, 1},
                                             {258, kShort, 1, 16},
                                             {259, kShort, 1, 1},
                                             {262, kShort, 1, 0},
                                             {273, kLong, 1, 8},
                                             {277, kShort, 1, 1},
                                             {278, kLong, 1, 1},
                                             {279, kLong, 1, 8}}});
  const DecodedImage image = read(file, Colors::gray);
  EXPECT_EQ(cv::countNonZero(image.pixels != (cv::Mat_<std::uint8_t>(1, 4) << 255, 191, 127, 0)), 0)
      << image.pixels;
  EXPECT_NE(image.note.find("reach only 4000 of 65535"), std::string::npos) << image.note;
}

TEST(ImageFile, StretchesNeitherDarkPhotosOfSixteenBitsNorNearlyBlackNoise) {
  std::vector<unsigned char> file;
  cv::imencode(".png", cv::Mat_<std::uint16_t>(1, 1, std::uint16_t{20'000}), file);
  EXPECT_EQ(decode_gray(std::as_bytes(std::span(file)), "dark.png").at<std::uint8_t>(0, 0), 78);
  cv::imencode(".png", cv::Mat_<std::uint16_t>(1, 1, std::uint16_t{3}), file);
  EXPECT_EQ(decode_gray(std::as_bytes(std::span(file)), "black.png").at<std::uint8_t>(0, 0), 3);
}

TEST(ImageFile, LaysWhatIsTransparentOverWhite) {
  cv::Mat pixels(1, 3, CV_8UC4);
  pixels.at<cv::Vec4b>(0, 0) = {10, 20, 30, 255};
  pixels.at<cv::Vec4b>(0, 1) = {10, 20, 30, 0};
  pixels.at<cv::Vec4b>(0, 2) = {10, 20, 30, 128};
  for (const char* const extension : {".png", ".tif"}) {
    const auto file = encode(extension, pixels);
    const cv::Mat shown = read(view_of(file), Colors::as_stored).pixels;
    ASSERT_EQ(shown.type(), CV_8UC3) << extension;
    EXPECT_EQ(shown.at<cv::Vec3b>(0, 0), cv::Vec3b(10, 20, 30)) << extension;
    EXPECT_EQ(shown.at<cv::Vec3b>(0, 1), cv::Vec3b(255, 255, 255)) << extension;
    EXPECT_EQ(shown.at<cv::Vec3b>(0, 2), cv::Vec3b(132, 137, 142)) << extension;
    const cv::Mat gray = read(view_of(file), Colors::gray).pixels;
    EXPECT_NEAR(gray.at<unsigned char>(0, 0), 22, 1) << extension;
    EXPECT_EQ(gray.at<unsigned char>(0, 1), 255) << extension;
    EXPECT_NEAR(gray.at<unsigned char>(0, 2), 138, 1) << extension;
  }
  const auto plain = encode(".webp", cv::Mat(4, 4, CV_8UC4, cv::Scalar(50, 50, 50, 0)));
  EXPECT_EQ(read(view_of(plain), Colors::gray).pixels.at<unsigned char>(1, 1), 255);
}

TEST(ImageFile, LaysSixteenBitsOverWhite) {
  cv::Mat pixels(1, 2, CV_16UC4);
  pixels.at<cv::Vec4w>(0, 0) = {257 * 10, 257 * 20, 257 * 30, 65535};
  pixels.at<cv::Vec4w>(0, 1) = {257 * 10, 257 * 20, 257 * 30, 32768};
  for (const char* const extension : {".png", ".tif"}) {
    const cv::Mat shown = read(view_of(encode(extension, pixels)), Colors::as_stored).pixels;
    EXPECT_EQ(shown.at<cv::Vec3b>(0, 0), cv::Vec3b(10, 20, 30)) << extension;
    EXPECT_EQ(shown.at<cv::Vec3b>(0, 1), cv::Vec3b(132, 137, 142)) << extension;
  }
}

/// A TIFF file of one pixel with an extra sample of this kind: 1 associated alpha, 2 straight.
std::string tiff_with_alpha(const std::string& samples, int bits, std::uint32_t kind) {
  const auto count = static_cast<std::uint32_t>(8 * samples.size()) / static_cast<std::uint32_t>(bits);
  const auto color = static_cast<std::uint32_t>(count > 2 ? 2 : 1);
  std::string data = samples;
  data.resize(8);
  for (std::uint32_t s = 0; s < count; ++s) append_number(data, static_cast<std::uint64_t>(bits), 2);
  const std::uint32_t depth = count > 2 ? 16 : static_cast<std::uint32_t>(bits | bits << 16);
  return tiff_file(data, {{{256, kLong, 1, 1},
                           {257, kLong, 1, 1},
                           {258, kShort, count, depth},
                           {259, kShort, 1, 1},
                           {262, kShort, 1, color},
                           {273, kLong, 1, 8},
                           {277, kShort, 1, count},
                           {278, kLong, 1, 1},
                           {279, kLong, 1, static_cast<std::uint32_t>(samples.size())},
                           {338, kShort, 1, kind}}});
}

TEST(ImageFile, KnowsTheKindsOfAlphaOfTiff) {
  constexpr std::uint32_t kUnknown = 0, kAssociated = 1, kStraight = 2;
  using namespace std::string_literals;
  const auto color_of = [](const std::string& samples, int bits, std::uint32_t kind) {
    return read(tiff_with_alpha(samples, bits, kind), Colors::as_stored).pixels.at<cv::Vec3b>(0, 0);
  };
  const auto gray = [](const std::string& samples, int bits, std::uint32_t kind) {
    return read(tiff_with_alpha(samples, bits, kind), Colors::as_stored).pixels.at<unsigned char>(0, 0);
  };
  EXPECT_EQ(color_of("\x64\x32\x14\x80"s, 8, kStraight), cv::Vec3b(137, 152, 177));
  EXPECT_EQ(color_of("\x64\x32\x14\x80"s, 8, kAssociated), cv::Vec3b(147, 177, 227));
  EXPECT_EQ(color_of("\x64\x32\x14\x80"s, 8, kUnknown), cv::Vec3b(20, 50, 100));
  EXPECT_EQ(gray("\x64\x80"s, 8, kStraight), 177);
  EXPECT_EQ(gray("\x64\x80"s, 8, kAssociated), 227);
  EXPECT_EQ(gray("\x64\x80"s, 8, kUnknown), 100);
  EXPECT_EQ(gray("\x64\x64\x80\x80"s, 16, kStraight), 177);
  EXPECT_EQ(gray("\x64\x64\x80\x80"s, 16, kAssociated), 227);
}

TEST(ImageFile, TakesColorsAsStoredWhereThatIsAskedFor) {
  const auto bytes = encode(".png", cv::Mat(4, 4, CV_8UC4, cv::Scalar(50, 50, 50, 7)));
  EXPECT_EQ(read(view_of(bytes), {Colors::gray, Transparency::dropped}).pixels.at<unsigned char>(0, 0), 50);
  EXPECT_EQ(read(view_of(bytes), {Colors::as_stored, Transparency::dropped}).pixels.type(), CV_8UC3);
}

/// A PNG of gray and alpha, which OpenCV does not write. It has two pixels: gray 200, alpha 255; gray 100,
/// alpha 0.
const std::vector<unsigned char> kGrayAlpha = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x04, 0x00, 0x00,
    0x00, 0x5e, 0x2b, 0xb7, 0x01, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xda, 0x63, 0x38, 0xf1, 0x3f, 0x85, 0x01, 0x00, 0x06, 0xea, 0x02, 0x2c, 0xeb, 0x7b,
    0x8a, 0x58, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

TEST(ImageFile, ReadsGrayWithAlpha) {
  const cv::Mat gray = gray_of(kGrayAlpha);
  ASSERT_EQ(gray.size(), cv::Size(2, 1));
  EXPECT_EQ(gray.at<unsigned char>(0, 0), 200);
  EXPECT_EQ(gray.at<unsigned char>(0, 1), 255);
  const cv::Mat stored = read(view_of(kGrayAlpha), {Colors::gray, Transparency::dropped}).pixels;
  EXPECT_EQ(stored.at<unsigned char>(0, 1), 100);
}

}  // namespace
}  // namespace ocelli::internal::opaque_bytes_test
