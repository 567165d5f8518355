#include "ocelli/data/images/image_file.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "data/tiff_bytes.hpp"
#include "ocelli/data/images/image_extent.hpp"

namespace ocelli::internal::image_file_test {
namespace {

using test::append_number, test::kLong, test::kShort, test::tiff_file;
using test::error_of;
using testing::HasSubstr;

std::vector<unsigned char> encode(const char* extension, const cv::Mat& image) {
  std::vector<unsigned char> bytes;
  cv::imencode(extension, image, bytes);
  return bytes;
}

cv::Mat gray_of(const std::vector<unsigned char>& bytes) {
  return decode_gray(std::as_bytes(std::span(bytes)), "a.img");
}

/// A picture with detail everywhere, so that no part of its file is empty.
cv::Mat noise(int height, int width, int type) {
  cv::Mat image(height, width, type);
  cv::RNG random(1);
  random.fill(image, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_16U ? 65535 : 255);
  return image;
}

DecodedImage read(std::string_view file, Decoding decoding) {
  return decode(std::as_bytes(std::span(file)), decoding, "a.img");
}

std::string_view view_of(const std::vector<unsigned char>& file) {
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

TEST(ImageFile, ReadsGrayAndColor) {
  const cv::Mat color = noise(20, 30, CV_8UC3);
  const auto bytes = encode(".png", color);
  const cv::Mat gray = gray_of(bytes);
  EXPECT_EQ(gray.type(), CV_8UC1);
  EXPECT_EQ(gray.size(), cv::Size(30, 20));
  const cv::Mat kept = decode_image(std::as_bytes(std::span(bytes)), "a.png");
  EXPECT_EQ(kept.type(), CV_8UC3);
  EXPECT_EQ(cv::norm(kept, color, cv::NORM_INF), 0);
  const auto gray_bytes = encode(".png", noise(4, 5, CV_8UC1));
  EXPECT_EQ(decode_image(std::as_bytes(std::span(gray_bytes)), "a.png").type(), CV_8UC1);
}

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
    EXPECT_NE(image.note.find("reach 4000 of 65535"), std::string::npos) << extension << image.note;
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
    EXPECT_NE(image.note.find("reach 4000 of 65535"), std::string::npos) << extension << image.note;
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
    EXPECT_NE(image.note.find("but for a thousandth of them"), std::string::npos) << extension << image.note;
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
  EXPECT_NE(image.note.find("reach 4000 of 65535"), std::string::npos) << image.note;
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

/// A TIFF file of one pixel with a further sample of this kind: 1 associated alpha, 2 straight.
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

/// A PNG of gray and alpha, which OpenCV does not write. Its two pixels: gray 200, alpha 255; gray 100, alpha
/// 0.
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

TEST(ImageFile, ReadsAOnePixelImage) {
  EXPECT_EQ(gray_of(encode(".bmp", cv::Mat(1, 1, CV_8UC1, cv::Scalar(77)))).at<unsigned char>(0, 0), 77);
}

TEST(ImageFile, RefusesFilesCutShort) {
  for (const char* extension : {".png", ".jpg", ".bmp", ".pgm", ".tif", ".webp"}) {
    const cv::Mat image = noise(64, 64, CV_8UC1);
    const auto whole = encode(extension, image);
    EXPECT_EQ(gray_of(whole).size(), image.size()) << extension;
    for (const double share : {0.0, 0.01, 0.1, 0.5, 0.9}) {
      auto cut = whole;
      cut.resize(static_cast<std::size_t>(share * static_cast<double>(whole.size())));
      const Error error = error_of([&] { gray_of(cut); });
      EXPECT_EQ(error.kind(), Kind::input) << extension << " " << share;
      EXPECT_EQ(error.where(), "a.img") << extension << " " << share;
    }
  }
}

TEST(ImageFile, RefusesHugeImagesByTheirHeader) {
  const std::string bomb = "P5\n100000 100000\n255\n";
  EXPECT_THAT(error_of([&] {
                gray_of({bomb.begin(), bomb.end()});
              }).what(),
              HasSubstr("a.img: has 100000 x 100000 pixels, more than the 67108864 allowed"));
}

TEST(ImageFile, DecodesAsOpenCvDoes) {
  const std::vector<int> progressive = {cv::IMWRITE_JPEG_PROGRESSIVE, 1},
                         rough = {cv::IMWRITE_JPEG_QUALITY, 20}, rough_webp = {cv::IMWRITE_WEBP_QUALITY, 20},
                         bilevel = {cv::IMWRITE_PNG_BILEVEL, 1};
  for (const auto& [extension, type, options] : {std::tuple{".jpg", CV_8UC3, rough},
                                                 {".jpg", CV_8UC1, rough},
                                                 {".jpg", CV_8UC3, progressive},
                                                 {".png", CV_8UC3, {}},
                                                 {".png", CV_8UC1, {}},
                                                 {".png", CV_8UC4, {}},
                                                 {".png", CV_8UC1, bilevel},
                                                 {".png", CV_16UC1, {}},
                                                 {".png", CV_16UC3, {}},
                                                 {".tif", CV_8UC3, {}},
                                                 {".tif", CV_8UC1, {}},
                                                 {".webp", CV_8UC3, rough_webp},
                                                 {".webp", CV_8UC1, {}},
                                                 {".webp", CV_8UC4, rough_webp},
                                                 {".webp", CV_8UC4, {}}}) {
    std::vector<unsigned char> bytes;
    cv::imencode(extension, noise(37, 53, type), bytes, options);
    for (const Colors colors : {Colors::gray, Colors::as_stored}) {
      cv::Mat expected = cv::imdecode(
          bytes, (colors == Colors::gray ? cv::IMREAD_GRAYSCALE : cv::IMREAD_ANYCOLOR) | cv::IMREAD_ANYDEPTH);
      if (expected.depth() == CV_16U) expected.convertTo(expected, CV_8U, 255.0 / 65535.0);
      const DecodedImage image = read(view_of(bytes), {colors, Transparency::dropped});
      ASSERT_EQ(image.pixels.type(), expected.type()) << extension << " " << type;
      EXPECT_EQ(cv::norm(image.pixels, expected, cv::NORM_INF), 0) << extension << " " << type;
      EXPECT_EQ(image.warning, "") << extension << " " << type;
    }
  }
}

/// The JPEG file with an EXIF segment that asks for an orientation.
std::vector<unsigned char> turned(const std::vector<unsigned char>& jpeg, unsigned char orientation) {
  const std::vector<unsigned char> segment = {0xFF, 0xE1, 0, 34, 'E', 'x',         'i', 'f', 0, 0,  'M', 'M',
                                              0,    42,   0, 0,  0,   8,           0,   1,   1, 18, 0,   3,
                                              0,    0,    0, 1,  0,   orientation, 0,   0,   0, 0,  0,   0};
  std::vector<unsigned char> file = jpeg;
  file.insert(file.begin() + 2, segment.begin(), segment.end());
  return file;
}

TEST(ImageFile, TurnsPhotosAsTheirExifDataSay) {
  const auto jpeg = encode(".jpg", noise(24, 40, CV_8UC3));
  for (unsigned char orientation = 0; orientation <= 9; ++orientation) {
    const auto file = turned(jpeg, orientation);
    const cv::Mat expected = cv::imdecode(file, cv::IMREAD_GRAYSCALE), gray = gray_of(file);
    ASSERT_EQ(gray.size(), expected.size()) << int{orientation};
    EXPECT_EQ(cv::norm(gray, expected, cv::NORM_INF), 0) << int{orientation};
  }
}

/// A WebP file with the chunks before and after its pixels that an extended one has.
std::vector<unsigned char> extended_webp(const cv::Mat& image, unsigned char flags,
                                         const std::vector<unsigned char>& last_chunk) {
  const auto plain = encode(".webp", image);
  const auto width = static_cast<unsigned char>(image.cols - 1),
             height = static_cast<unsigned char>(image.rows - 1);
  std::vector<unsigned char> file(plain.begin(), plain.begin() + 12);
  file.insert(file.end(), {'V', 'P', '8', 'X', 10, 0, 0, 0, flags, 0, 0, 0, width, 0, 0, height, 0, 0});
  file.insert(file.end(), plain.begin() + 12, plain.end());
  file.insert(file.end(), last_chunk.begin(), last_chunk.end());
  const std::size_t size = file.size() - 8;
  for (std::size_t i = 0; i < 4; ++i) file[4 + i] = static_cast<unsigned char>(size >> 8 * i);
  return file;
}

TEST(ImageFile, TurnsWebPAsItsExifDataSay) {
  constexpr unsigned char kHasExif = 8, kQuarterTurn = 6;
  const cv::Mat image = noise(24, 40, CV_8UC1);
  const cv::Mat upright = gray_of(encode(".webp", image));
  const std::vector<unsigned char> exif = {'M', 'M', 0, 42,           0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0,
                                           0,   1,   0, kQuarterTurn, 0, 0, 0, 0, 0, 0};
  for (const std::string& mark : {std::string(), std::string("Exif\0\0", 6)}) {
    std::vector<unsigned char> chunk = {
        'E', 'X', 'I', 'F', static_cast<unsigned char>(mark.size() + exif.size()), 0, 0, 0};
    chunk.insert(chunk.end(), mark.begin(), mark.end());
    chunk.insert(chunk.end(), exif.begin(), exif.end());
    cv::Mat expected;
    cv::rotate(upright, expected, cv::ROTATE_90_CLOCKWISE);
    const auto file = extended_webp(image, kHasExif, chunk);
    EXPECT_EQ(read_image_extent(std::as_bytes(std::span(file))), (ImageExtent{24, 40}));
    const cv::Mat gray = gray_of(file);
    ASSERT_EQ(gray.size(), expected.size());
    EXPECT_EQ(cv::norm(gray, expected, cv::NORM_INF), 0);
  }
}

TEST(ImageFile, RefusesAnimations) {
  constexpr unsigned char kIsAnimation = 2;
  EXPECT_STREQ(error_of([&] { gray_of(extended_webp(noise(24, 40, CV_8UC1), kIsAnimation, {})); }).what(),
               "a.img: is an animation, which is not supported; save one of its frames as PNG first");
}

/// OpenCV would look for the mark of DICOM in such a file, and the library that reads these ends the program.
TEST(ImageFile, LooksForNoOtherFormatInADamagedWebP) {
  std::string file("RIFF6\1\0\0WEBPVP8L)\1\0\0/\10\200\1#?RGBE4", 31);
  file.resize(128, 0);
  file += "DICM\xA7M\f";
  EXPECT_STREQ(error_of([&] {
                 gray_of({file.begin(), file.end()});
               }).what(),
               "a.img: cannot be decoded: it is damaged");
}

TEST(ImageFile, TellsOfDamageAndKeepsStderrClean) {
  const auto whole = encode(".jpg", noise(64, 64, CV_8UC3));
  cv::RNG random(7);
  int warned = 0, refused = 0, unnoticed = 0;
  testing::internal::CaptureStderr();
  for (int mutant = 0; mutant < 160; ++mutant) {
    auto file = whole;
    for (int change = 0; change < 10; ++change)
      file[static_cast<std::size_t>(random.uniform(2, static_cast<int>(file.size() - 2)))] =
          static_cast<unsigned char>(random.uniform(0, 256));
    try {
      const DecodedImage image = decode(std::as_bytes(std::span(file)), Colors::gray, "a.jpg");
      ++(image.warning.empty() ? unnoticed : warned);
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "a.jpg");
      ++refused;
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_GT(warned + refused, 120) << warned << " warned, " << refused << " refused, " << unnoticed
                                   << " unnoticed";
}

TEST(ImageFile, TellsOfDamagedAdditionsToAPng) {
  auto file = encode(".png", noise(8, 8, CV_8UC1));
  const std::vector<unsigned char> text = {0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 0, 'b', 1, 2, 3, 4};
  file.insert(file.begin() + 33, text.begin(), text.end());
  EXPECT_THAT(decode(std::as_bytes(std::span(file)), Colors::gray, "a.png").warning, HasSubstr("CRC"));
}

TEST(ImageFile, IsNotTrainedOnWhenItIsDamaged) {
  const test::TemporaryFolder folder;
  auto file = encode(".jpg", noise(64, 64, CV_8UC1));
  file.insert(file.end() - 2, 40, 1);
  EXPECT_THAT(decode(std::as_bytes(std::span(file)), Colors::gray, "a.jpg").warning, HasSubstr("extraneous"));
  EXPECT_THAT(error_of([&] { gray_of(file); }).what(), HasSubstr("a.img: is damaged: Corrupt JPEG data"));
  const auto path = folder.write("a.jpg", std::string(file.begin(), file.end()));
  EXPECT_THAT(error_of([&] { read_gray(path); }).what(), HasSubstr("a.jpg: is damaged: "));
}

TEST(ImageFile, WarnsOfAWrongChecksumInADeflateTiff) {
  constexpr int kDeflate = 8, kRowsOfStrip = 12, kWidth = 40;
  // The image ends before its strip does, so that the decoder does not come to the checksum.
  const std::string packed = test::zlib(std::string(kRowsOfStrip * kWidth, 'a') + std::string(kWidth, 'b'));
  for (const bool is_wrong : {false, true}) {
    std::string strip = packed;
    if (is_wrong) strip.back() = static_cast<char>(strip.back() ^ 1);
    std::vector<test::TiffTag> tags = test::gray_tags(kWidth, kRowsOfStrip, 8);
    for (test::TiffTag& tag : tags) {
      if (tag.tag == 259) tag.value = kDeflate;
      if (tag.tag == 278) tag.value = 2 * kRowsOfStrip;
      if (tag.tag == 279) tag.value = static_cast<std::uint32_t>(strip.size());
    }
    const std::string tiff = test::tiff_file(strip, {tags});
    const DecodedImage read = decode(std::as_bytes(std::span(tiff)), Colors::gray, "a.tif");
    EXPECT_EQ(read.pixels.at<unsigned char>(kRowsOfStrip - 1, kWidth - 1), 'a');
    EXPECT_EQ(read.warning, is_wrong ? "a checksum of its pixels is wrong" : "");
  }
}

TEST(ImageFile, ReadsAJpegWithJunkBeforeItsFirstMarker) {
  const cv::Mat image = noise(24, 32, CV_8UC1);
  auto file = encode(".jpg", image);
  const cv::Mat whole = decode(std::as_bytes(std::span(file)), Colors::gray, "a.jpg").pixels;
  const std::vector<unsigned char> junk = {0, 17, 'j', 'u', 'n', 'k', 0xFF, 0, 3};
  file.insert(file.begin() + 2, junk.begin(), junk.end());
  const DecodedImage read = decode(std::as_bytes(std::span(file)), Colors::gray, "a.jpg");
  EXPECT_EQ(cv::norm(read.pixels, whole, cv::NORM_INF), 0);
  EXPECT_THAT(read.warning, HasSubstr("extraneous bytes"));
  const std::optional<ImageExtent> extent = read_image_extent(std::as_bytes(std::span(file)));
  ASSERT_TRUE(extent);
  EXPECT_EQ(extent->width, 32);
}

/// A JPEG file of a few kilobytes that takes minutes: its last scan comes again and again.
std::vector<unsigned char> endless_jpeg() {
  std::vector<unsigned char> file;
  cv::imencode(".jpg", cv::Mat(4000, 4000, CV_8UC1, cv::Scalar(90)), file, {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
  const std::array<unsigned char, 2> start = {0xFF, 0xDA};
  const auto scan = std::find_end(file.begin(), file.end(), start.begin(), start.end());
  const std::vector<unsigned char> last(scan, file.end() - 2);
  file.resize(file.size() - 2);
  for (int i = 0; i < 1000; ++i) file.insert(file.end(), last.begin(), last.end());
  file.insert(file.end(), {0xFF, 0xD9});
  return file;
}

TEST(ImageFile, IsGivenUpWhenItTakesTooLongOrAStopIsAskedFor) {
  const auto file = endless_jpeg();
  InputLimits limits;
  limits.max_seconds = 0.3;
  EXPECT_THAT(error_of([&] { decode(std::as_bytes(std::span(file)), Colors::gray, "a.jpg", limits); }).what(),
              HasSubstr("a.jpg: takes more than 0.3 s to decode"));
  std::stop_source stop;
  stop.request_stop();
  limits.stop = stop.get_token();
  EXPECT_EQ(error_of([&] { decode(std::as_bytes(std::span(file)), Colors::gray, "a.jpg", limits); }).kind(),
            Kind::canceled);
}

TEST(ImageFile, KeepsToTheLimitOnPixelsThatIsGiven) {
  InputLimits limits;
  limits.max_pixels = 64 * 64 - 1;
  for (const char* extension : {".png", ".jpg", ".bmp", ".pgm", ".tif", ".webp"}) {
    const auto file = encode(extension, noise(64, 64, CV_8UC1));
    EXPECT_THAT(
        error_of([&] { decode(std::as_bytes(std::span(file)), Colors::gray, "a.img", limits); }).what(),
        HasSubstr("more than the 4095 allowed"))
        << extension;
  }
}

TEST(InputLimits, SayWhichOptionMakesNoSense) {
  InputLimits limits;
  limits.validate();
  limits.max_seconds = 0;
  EXPECT_EQ(error_of([&] { limits.validate(); }).where(), "--max-seconds");
}

TEST(ImageFile, NamesFilesThatCannotBeRead) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { read_gray(folder.path() / "none.png"); }).what(),
              HasSubstr("none.png: no such file"));
  EXPECT_THAT(error_of([&] { read_gray(folder.write("empty.png", "")); }).what(),
              HasSubstr("empty.png: is empty"));
  EXPECT_THAT(error_of([&] { read_image(folder.write("text.png", "hello")); }).what(),
              HasSubstr("text.png: is not an image in a supported format"));
}

}  // namespace
}  // namespace ocelli::internal::image_file_test
