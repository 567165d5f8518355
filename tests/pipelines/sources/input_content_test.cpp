#include "ocelli/pipelines/sources/input_words.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::input_content_test {
namespace {

InputContent content(const std::string& text) { return content_of(std::as_bytes(std::span(text))); }

std::string encoded(const std::string& ending) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, cv::Mat(9, 7, CV_8UC1, cv::Scalar(50)), bytes);
  return {bytes.begin(), bytes.end()};
}

TEST(InputContent, IsToldByTheFirstBytes) {
  for (const std::string ending : {".png", ".jpg", ".bmp", ".pgm", ".webp"})
    EXPECT_EQ(content(encoded(ending)), InputContent::image) << ending;
  EXPECT_EQ(content(encoded(".tif")), InputContent::pages);
  EXPECT_EQ(content("%PDF-1.4\n%\xE2\xE3"), InputContent::pages);
  EXPECT_EQ(content(std::string("\0\0\0\x18", 4) + "ftypmp42"), InputContent::video);
  EXPECT_EQ(content(std::string("RIFF\x10\0\0\0AVI LIST", 16)), InputContent::video);
  EXPECT_EQ(content(std::string("\0\0\x08\x03", 4)), InputContent::samples);
  EXPECT_EQ(content("a.png\nm\xC3\xBCll/b.png\r\n"), InputContent::list);
  EXPECT_EQ(content(std::string("\x01\x02\x03\0", 4)), InputContent::unknown);
}

TEST(InputContent, OfALineIsBinaryWhereItCannotBeAName) {
  for (const std::string ending : {".png", ".jpg", ".tif", ".webp"}) {
    const std::string file = encoded(ending);
    EXPECT_TRUE(is_binary(file.substr(0, file.find('\n')))) << ending;
  }
  EXPECT_TRUE(is_binary("%PDF-1.7"));
  for (const char* const name : {"a.png", "BMW.jpg", "P5", "m\xC3\xBCll.png", "100%PDF-like.png", ""})
    EXPECT_FALSE(is_binary(name)) << name;
}

}  // namespace
}  // namespace ocelli::internal::input_content_test
