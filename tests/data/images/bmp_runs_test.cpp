#include "ocelli/data/images/bmp_pixels.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/expect_error.hpp"
#include "data/tiff_bytes.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::bmp_runs_test {
namespace {

using test::append_number;

/// A BMP file of runs. Color i is the gray i.
std::string bmp(int bits, int width, int height, const std::string& runs) {
  constexpr int kFront = 54;
  const int colors = 1 << bits;
  std::string file = "BM";
  for (const int number :
       {kFront + 4 * colors + static_cast<int>(runs.size()), 0, kFront + 4 * colors, 40, width, height})
    append_number(file, static_cast<std::uint32_t>(number), 4);
  append_number(file, 1, 2);
  append_number(file, static_cast<std::uint32_t>(bits), 2);
  for (const int number : {bits == 8 ? 1 : 2, static_cast<int>(runs.size()), 0, 0, 0, 0})
    append_number(file, static_cast<std::uint32_t>(number), 4);
  for (int color = 0; color < colors; ++color) {
    file.append(3, static_cast<char>(color));
    file += '\0';
  }
  return file + runs;
}

DecodedImage read(const std::string& file) {
  return decode(std::as_bytes(std::span(file)), Colors::gray, "a.bmp");
}

std::string rows(const cv::Mat& gray) {
  std::string text;
  for (int y = 0; y < gray.rows; ++y) {
    for (int x = 0; x < gray.cols; ++x)
      text += (x > 0 ? " " : "") + std::to_string(gray.at<unsigned char>(y, x));
    text += y + 1 < gray.rows ? "|" : "";
  }
  return text;
}

TEST(BmpRuns, AreReadAtOddWidths) {
  using namespace std::string_literals;
  // The first row in the file is the last of the picture: a run, an odd number of plain pixels and their
  // padding.
  const std::string runs = "\2\7\0\3\1\2\3\0\0\0"s + "\5\11\0\0"s + "\0\5\1\2\3\4\5\0\0\1"s;
  const DecodedImage image = read(bmp(8, 5, 3, runs));
  EXPECT_EQ(rows(image.pixels), "1 2 3 4 5|9 9 9 9 9|7 7 1 2 3");
  EXPECT_EQ(image.warning, "");
  EXPECT_EQ(rows(read(bmp(4, 3, 2, "\3\x12\0\0\0\3\x45\x60\0\1"s)).pixels), "4 5 6|1 2 1");
}

TEST(BmpRuns, MayMoveOnAndEndEarly) {
  using namespace std::string_literals;
  EXPECT_EQ(rows(read(bmp(8, 3, 3, "\1\4\0\2\1\1\1\5\0\1"s)).pixels), "0 0 0|0 0 5|4 0 0");
}

TEST(BmpRuns, ThatLeaveThePictureAreWarnedOf) {
  using namespace std::string_literals;
  EXPECT_THAT(read(bmp(8, 2, 1, "\7\1\0\1"s)).warning, testing::HasSubstr("leave the image"));
  EXPECT_NE(read(bmp(8, 2, 2, "\2\1\0\0"s)).warning, "") << "no end";
  EXPECT_EQ(rows(read(bmp(8, 2, 1, "\7\1\0\1"s)).pixels), "1 1");
}

TEST(BmpRuns, NeedAHeaderThatMakesSense) {
  std::string file = bmp(8, 2, 1, "\2\1");
  file[10] = 3;
  file[11] = 0;
  test::expect_error([&] { read(file); }, Kind::input, "a.bmp: cannot be decoded");
}

}  // namespace
}  // namespace ocelli::internal::bmp_runs_test
