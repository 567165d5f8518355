#include "ocelli/data/images/image_file.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/images/encoded_images.hpp"
#include "data/temporary_folder.hpp"
#include "data/tiff_bytes.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal::image_file_test {
namespace {

using test::encode, test::gray_of, test::noise, test::read, test::view_of;
using test::error_of;
using testing::HasSubstr;

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

TEST(ImageFile, RefusesADamagedJpeg2000FileWithoutAWordOnStderr) {
  std::vector<unsigned char> file = encode(".jp2", noise(40, 50, CV_8UC1));
  file.resize(file.size() / 2);
  testing::internal::CaptureStderr();
  EXPECT_THAT(error_of([&] { gray_of(file); }).message(), HasSubstr("cannot be decoded"));
  std::cerr << "other messages" << std::flush;
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "other messages");
}

TEST(ImageFile, ReadsAOnePixelImage) {
  EXPECT_EQ(gray_of(encode(".bmp", cv::Mat(1, 1, CV_8UC1, cv::Scalar(77)))).at<unsigned char>(0, 0), 77);
}

/// Pixels of a PNM file with this header.
cv::Mat pnm(std::string file, const std::string& samples, Colors colors = Colors::gray) {
  return read(file += samples, colors).pixels;
}

TEST(ImageFile, ScalesPnmSamplesToTheWhiteOfTheFile) {
  EXPECT_EQ(
      cv::norm(pnm("P5 3 1 15\n", std::string("\0\5\17", 3)), cv::Mat1b((cv::Mat1b(1, 3) << 0, 85, 255))), 0);
  EXPECT_EQ(pnm("P6 1 1 31\n", std::string("\37\37\0", 3), Colors::as_stored).at<cv::Vec3b>(0),
            cv::Vec3b(0, 255, 255));
  EXPECT_EQ(pnm("P6 1 1 31\n", "\37\37\37").at<std::uint8_t>(0), 255);
  EXPECT_EQ(cv::norm(pnm("P5 2 1 1023\n", std::string("\3\377\1\377", 4)),
                     cv::Mat1b((cv::Mat1b(1, 2) << 255, 127))),
            0);
  EXPECT_EQ(pnm("P5 1 1 255\n", "\17").at<std::uint8_t>(0), 15);
}

TEST(ImageFile, ReadsJpeg2000InBoxesAndAsACodestream) {
  const cv::Mat gray = noise(96, 128, CV_8UC1);
  std::vector<unsigned char> file;
  cv::imencode(".jp2", gray, file, {cv::IMWRITE_JPEG2000_COMPRESSION_X1000, 1000});
  constexpr std::array<unsigned char, 4> kStart = {0xFF, 0x4F, 0xFF, 0x51};
  const auto start = std::search(file.begin(), file.end(), kStart.begin(), kStart.end());
  for (const std::vector<unsigned char>& bytes : {file, std::vector<unsigned char>(start, file.end())}) {
    EXPECT_LT(cv::norm(gray_of(bytes), gray, cv::NORM_INF), 3);
    const auto extent = read_image_extent(std::as_bytes(std::span(bytes)));
    EXPECT_EQ(extent, (ImageExtent{128, 96}));
  }
}

TEST(ImageFile, RefusesFilesCutShort) {
  for (const char* extension : {".png", ".jpg", ".bmp", ".pgm", ".tif", ".webp", ".jp2"}) {
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

TEST(ImageFile, DecodesGrayAndColorsAtOnceAsEachAlone) {
  for (const auto& [extension, type, of_jpeg] :
       std::vector<std::tuple<std::string, int, double>>{{".bmp", CV_8UC3, 0},
                                                         {".bmp", CV_8UC1, 0},
                                                         {".ppm", CV_8UC3, 0},
                                                         {".ppm", CV_16UC3, 0},
                                                         {".png", CV_8UC3, 0},
                                                         {".png", CV_8UC4, 0},
                                                         {".png", CV_8UC1, 0},
                                                         {".png", CV_16UC3, 0},
                                                         {".tif", CV_8UC3, 0},
                                                         {".tif", CV_16UC3, 0},
                                                         {".webp", CV_8UC3, 0},
                                                         {".webp", CV_8UC4, 0},
                                                         {".jpg", CV_8UC3, 2},
                                                         {".jpg", CV_8UC1, 0}}) {
    std::vector<unsigned char> bytes;
    cv::imencode(extension, noise(37, 53, type), bytes);
    for (const Transparency transparency : {Transparency::over_white, Transparency::dropped}) {
      const auto decoded = [&](Colors colors) { return read(view_of(bytes), {colors, transparency}); };
      const DecodedImage both = decoded(Colors::both);
      EXPECT_EQ(cv::norm(both.pixels, decoded(Colors::gray).pixels, cv::NORM_INF), 0) << extension << type;
      EXPECT_LE(cv::norm(both.colors, decoded(Colors::as_stored).pixels, cv::NORM_INF), of_jpeg)
          << extension << type;
    }
  }
}

/// The JPEG file with an EXIF segment that sets an orientation.
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

/// A WebP file with the chunks of an extended file before and after its pixels.
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

/// OpenCV would search such a file for the DICOM marker, and the library that reads DICOM terminates the
/// program.
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
  // The image ends before its strip does, so the decoder does not reach the checksum.
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
    EXPECT_EQ(read.warning, is_wrong ? "a checksum of its pixels does not match" : "");
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

/// A JPEG file of a few kilobytes that takes minutes, because its last scan is repeated.
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
              HasSubstr("a.jpg: took more than 0.3 s to decode"));
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
