#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/expect_error.hpp"
#include "data/images/encoded_images.hpp"

namespace ocelli::internal::gif_format_test {
namespace {

using namespace std::string_literals;
using test::read;

/// A frame of a test file: indices of colors, and its place on the screen.
struct Frame {
  cv::Rect box;
  std::string indices;
  bool interlaced = false;
  int transparent = -1;  ///< index of the transparent color
};

std::string word(int value) { return {static_cast<char>(value & 255), static_cast<char>(value >> 8)}; }

/// Codes of eight bits that never refer to the table: it is cleared before its codes need nine.
std::string compressed(const std::string& indices) {
  constexpr char kClear = '\x80', kEnd = '\x81';
  constexpr std::size_t kUntilClear = 100;
  std::string codes;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i % kUntilClear == 0) codes += kClear;
    codes += indices[i];
  }
  codes += kEnd;
  std::string blocks = "\x07";
  for (std::size_t at = 0; at < codes.size(); at += 255) {
    const std::string block = codes.substr(at, 255);
    blocks += static_cast<char>(block.size()) + block;
  }
  return blocks + '\0';
}

std::string encoded(const Frame& frame) {
  std::string bytes;
  if (frame.transparent >= 0) bytes = "!\xF9\x04\x01\0\0"s + static_cast<char>(frame.transparent) + '\0';
  bytes += ',' + word(frame.box.x) + word(frame.box.y) + word(frame.box.width) + word(frame.box.height);
  return bytes + (frame.interlaced ? '\x40' : '\0') + compressed(frame.indices);
}

/// A file with the colors black, white, red and 125 times black.
std::string gif(cv::Size screen, const std::vector<Frame>& frames) {
  std::string bytes = "GIF89a" + word(screen.width) + word(screen.height) + "\xF6\0\0"s;
  bytes += "\0\0\0\xFF\xFF\xFF\xFF\0\0"s + std::string(std::size_t{125} * 3, '\0');
  for (const Frame& frame : frames) bytes += encoded(frame);
  return bytes + ';';
}

std::string rows(int width, const std::string& index_of_rows) {
  std::string indices;
  for (const char index : index_of_rows) indices += std::string(static_cast<std::size_t>(width), index);
  return indices;
}

TEST(GifFormat, GivesGrayAndColors) {
  const std::string file = gif({3, 1}, {{{0, 0, 3, 1}, "\0\1\2"s}});
  const cv::Mat gray = read(file, Colors::gray).pixels, colors = read(file, Colors::as_stored).pixels;
  ASSERT_EQ(gray.size(), cv::Size(3, 1));
  EXPECT_EQ(gray.at<std::uint8_t>(0), 0);
  EXPECT_EQ(gray.at<std::uint8_t>(1), 255);
  EXPECT_EQ(colors.at<cv::Vec3b>(2), cv::Vec3b(0, 0, 255));
}

TEST(GifFormat, GivesTheFirstFrameOfAnAnimationWithANote) {
  const std::string file = gif({2, 2}, {{{0, 0, 2, 2}, rows(2, "\1\0"s)}, {{0, 0, 2, 2}, rows(2, "\0\0"s)}});
  const DecodedImage image = read(file, Colors::gray);
  EXPECT_EQ(image.pixels.at<std::uint8_t>(0, 0), 255);
  EXPECT_EQ(image.pixels.at<std::uint8_t>(1, 1), 0);
  EXPECT_THAT(image.note, testing::HasSubstr("animation"));
  EXPECT_EQ(image.warning, "");
  EXPECT_EQ(read(gif({1, 1}, {{{0, 0, 1, 1}, "\1"s}}), Colors::gray).note, "");
}

TEST(GifFormat, LaysWhatIsTransparentOrNotCoveredOverWhite) {
  const std::string file = gif({4, 1}, {{{1, 0, 2, 1}, "\0\2"s, false, 2}});
  const cv::Mat gray = read(file, Colors::gray).pixels;
  EXPECT_EQ(cv::countNonZero(gray == 255), 3);
  EXPECT_EQ(gray.at<std::uint8_t>(1), 0);
}

TEST(GifFormat, PutsInterlacedRowsInOrder) {
  const int height = 11;
  std::string stored;
  for (const int y : {0, 8, 4, 2, 6, 10, 1, 3, 5, 7, 9}) stored += y < 5 ? '\1' : '\0';
  const cv::Mat gray =
      read(gif({5, height}, {{{0, 0, 5, height}, rows(5, stored), true}}), Colors::gray).pixels;
  for (int y = 0; y < height; ++y) EXPECT_EQ(gray.at<std::uint8_t>(y, 2), y < 5 ? 255 : 0) << y;
}

TEST(GifFormat, ClipsAFrameThatIsLargerThanTheScreen) {
  const cv::Mat gray = read(gif({2, 1}, {{{1, 0, 3, 2}, rows(3, "\0\0"s)}}), Colors::gray).pixels;
  EXPECT_EQ(gray.size(), cv::Size(2, 1));
  EXPECT_EQ(gray.at<std::uint8_t>(0), 255);
  EXPECT_EQ(gray.at<std::uint8_t>(1), 0);
}

TEST(GifFormat, RefusesDamagedFilesByName) {
  const std::string file = gif({20, 20}, {{{0, 0, 20, 20}, rows(20, std::string(20, '\1'))}});
  for (const std::size_t length : {std::size_t{14}, std::size_t{400}, file.size() - 30})
    test::expect_error([&] { read(file.substr(0, length), Colors::gray); }, Kind::input, "a.img");
  test::expect_error([&] { read(gif({20, 20}, {}), Colors::gray); }, Kind::input, "has no pixels");
}

TEST(GifFormat, RefusesFramesOfMorePixelsThanAllowed) {
  InputLimits limits;
  limits.max_pixels = 100;
  const std::string file = gif({2, 2}, {{{0, 0, 60000, 60000}, "\1"s}});
  test::expect_error([&] { decode(std::as_bytes(std::span(file)), Colors::gray, "a.gif", limits); },
                     Kind::input, "--max-pixels");
}

}  // namespace
}  // namespace ocelli::internal::gif_format_test
