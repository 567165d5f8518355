#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <string>

#include "ocelli/text/reading/line_reader.hpp"
#include "text/tiny_reader.hpp"
#include "text/whole_line.hpp"

namespace ocelli::internal::tall_print_test {
namespace {

constexpr int kFoot = 60, kHeight = 29;

/// Blocks ("o") so wide, and bars ("I"), and white for each "_".
cv::Mat drawn(const std::string& letters, int block) {
  cv::Mat ink = cv::Mat::zeros(100, 600, CV_8U);
  int x = 40;
  for (const char letter : letters) {
    const int width = letter == 'o' ? block : letter == 'I' ? 3 : 12;
    if (letter != '_') ink(cv::Rect(x, kFoot - kHeight, width, kHeight)) = 255;
    x += width + 3;
  }
  return ink;
}

TEST(TallPrint, HasLettersThatAreNarrowForTheirHeight) {
  const auto is_tall = [](int block) {
    const Components components = connected_components(drawn("ooIoo", block));
    return is_tall_print(test::whole_line(components, kFoot, kHeight), components);
  };
  EXPECT_TRUE(is_tall(13));
  EXPECT_FALSE(is_tall(26));
}

TEST(TallPrint, IsReadAtDoubleWidth) {
  const Components components = connected_components(drawn("oIo_oo", 13));
  const TextLine line = test::whole_line(components, kFoot, kHeight);
  const Reader reader = test::tiny_reader();
  const ReadLine read = read_stretched(line, components, {0.4, 0.05}, reader, ClassFilter(reader));
  ASSERT_EQ(read.text(), "oIo oo");
  EXPECT_EQ(read.words[0].glyphs[0].box, cv::Rect(40, kFoot - kHeight, 13, kHeight));
  EXPECT_EQ(read.words[1].box(), (line.box & cv::Rect(read.words[1].box().x, 0, 600, 100)));
}

}  // namespace
}  // namespace ocelli::internal::tall_print_test
