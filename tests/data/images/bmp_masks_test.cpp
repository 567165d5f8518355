#include "ocelli/data/images/bmp_pixels.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/bmp_bytes.hpp"
#include "data/expect_error.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::bmp_masks_test {
namespace {

using test::bmp_with_masks;

DecodedImage read(const std::string& file, Colors colors = Colors::as_stored) {
  return decode(std::as_bytes(std::span(file)), colors, "a.bmp");
}

const std::vector<std::uint32_t> k565 = {0xF800, 0x7E0, 0x1F}, k555 = {0x7C00, 0x3E0, 0x1F},
                                 k4444 = {0xF00, 0xF0, 0xF, 0xF000};

TEST(BmpMasks, AreReadWithTheHeadersOfAllVersions) {
  for (const std::uint32_t header : {40U, 52U, 56U, 108U, 124U}) {
    const cv::Mat image = read(bmp_with_masks(header, k565, {0xFFFF, 0xF800, 0x7E0, 0x1F, 0})).pixels;
    ASSERT_EQ(image.size(), cv::Size(5, 1)) << header;
    EXPECT_EQ(image.at<cv::Vec3b>(0, 0), cv::Vec3b(255, 255, 255)) << header;
    EXPECT_EQ(image.at<cv::Vec3b>(0, 1), cv::Vec3b(0, 0, 255)) << header;
    EXPECT_EQ(image.at<cv::Vec3b>(0, 2), cv::Vec3b(0, 255, 0)) << header;
    EXPECT_EQ(image.at<cv::Vec3b>(0, 3), cv::Vec3b(255, 0, 0)) << header;
    EXPECT_EQ(image.at<cv::Vec3b>(0, 4), cv::Vec3b(0, 0, 0)) << header;
  }
}

TEST(BmpMasks, ScaleColorsOfAnyNumberOfBits) {
  EXPECT_EQ(read(bmp_with_masks(108, k555, {16 << 10})).pixels.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 0, 132));
  EXPECT_EQ(read(bmp_with_masks(124, k4444, {0xFC3F})).pixels.at<cv::Vec3b>(0, 0), cv::Vec3b(255, 51, 204));
  EXPECT_EQ(read(bmp_with_masks(108, {0, 0, 0}, {0xFFFF})).pixels.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 0, 0));
}

TEST(BmpMasks, BecomeGrayAndRunFromEitherEnd) {
  EXPECT_EQ(read(bmp_with_masks(124, k565, {0xFFFF, 0}), Colors::gray).pixels.at<unsigned char>(0, 0), 255);
  EXPECT_EQ(read(bmp_with_masks(124, k565, {0xFFFF, 0}, -1)).pixels.at<cv::Vec3b>(0, 1), cv::Vec3b(0, 0, 0));
}

TEST(BmpMasks, LayWhatIsTransparentOverWhite) {
  const std::vector<std::uint32_t> masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000};
  for (const std::uint32_t header : {56U, 108U, 124U}) {
    const std::string file = bmp_with_masks(header, masks, {0xFF102030, 0x00102030, 0x80102030}, 1, 32);
    const cv::Mat image = read(file).pixels;
    ASSERT_EQ(image.type(), CV_8UC3);
    EXPECT_EQ(image.at<cv::Vec3b>(0, 0), cv::Vec3b(0x30, 0x20, 0x10));
    EXPECT_EQ(image.at<cv::Vec3b>(0, 1), cv::Vec3b(255, 255, 255));
    EXPECT_EQ(image.at<cv::Vec3b>(0, 2), cv::Vec3b(151, 143, 135));
    EXPECT_EQ(read(file, Colors::gray).pixels.at<unsigned char>(0, 1), 255);
    const cv::Mat stored =
        decode(std::as_bytes(std::span(file)), {Colors::as_stored, Transparency::dropped}, "a.bmp").pixels;
    EXPECT_EQ(stored.at<cv::Vec3b>(0, 1), cv::Vec3b(0x30, 0x20, 0x10));
  }
  EXPECT_EQ(read(bmp_with_masks(124, k4444, {0x0C3F, 0xFC3F})).pixels.at<cv::Vec3b>(0, 0),
            cv::Vec3b(255, 255, 255));
  // Written by a program without alpha support.
  EXPECT_EQ(read(bmp_with_masks(124, masks, {0x102030}, 1, 32)).pixels.at<cv::Vec3b>(0, 0),
            cv::Vec3b(0x30, 0x20, 0x10));
}

TEST(BmpMasks, RefuseAFileThatEndsEarly) {
  std::string file = bmp_with_masks(108, k565, {1, 2, 3});
  file.resize(file.size() - 1);
  test::expect_error([&] { read(file); }, Kind::input, "a.bmp: is truncated");
}

}  // namespace
}  // namespace ocelli::internal::bmp_masks_test
