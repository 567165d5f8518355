#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "text/read_line.hpp"
#include "text/whole_line.hpp"

namespace ocelli::internal::marks_by_ink_test {
namespace {

constexpr int kFoot = 60, kXHeight = 30;
const std::vector<std::string> kReadable = {"-", "\u2022"};

FoundLine found_in(const cv::Mat& ink) {
  const Components components = connected_components(ink);
  LineInk line(test::whole_line(components, kFoot, kXHeight), components);
  std::vector<FoundGlyph> glyphs;
  for (std::uint32_t i = 0; i < line.segments().size(); ++i) {
    const cv::Rect box = line.segments()[i].box;
    if (glyphs.empty() || box.x > glyphs.back().box.br().x + 2)
      glyphs.push_back({.first = i, .last = i, .box = box});
    glyphs.back().last = i;
    glyphs.back().box |= box;
  }
  return {std::move(line), {kFoot, 0, kXHeight}, std::move(glyphs)};
}

/// What a long dash so wide is read as, in a line of blocks that are 36 pixels apart or, if `irregular` is
/// larger than 1, up to so many at random.
std::string dash_among_blocks(int width, std::size_t irregular) {
  Random random(1);
  cv::Mat ink = cv::Mat::zeros(100, 2400, CV_8U);
  int x = 40;
  for (std::size_t i = 0; i < 40; ++i) {
    const int side = 20 + static_cast<int>(i % 3) * 4;
    ink(cv::Rect(x - side / 2, kFoot - kXHeight, side, kXHeight)) = 255;
    x += irregular > 1 ? side + 2 + static_cast<int>(random.below(irregular)) : 36;
  }
  ReadLine read;
  read.words = {{{{"\u2014", {400, kFoot - 15, width, 4}, 1}}}};
  resolve_typed_dashes(found_in(ink), read, kReadable);
  return read.text();
}

TEST(MarksByInk, ALongDashInACellOfATypewriterIsAHyphen) {
  EXPECT_EQ(dash_among_blocks(26, 1), "-");
  EXPECT_EQ(dash_among_blocks(60, 1), "\u2014") << "wider than a cell";
  EXPECT_EQ(dash_among_blocks(26, 40), "\u2014") << "proportional type";
}

/// What a glyph before a word is read as, if it is a disc or a ring of that width.
std::string mark_before_word(const std::string& text, int thickness, int radius = 10) {
  cv::Mat ink = cv::Mat::zeros(100, 200, CV_8U);
  cv::circle(ink, {40, kFoot - 15}, radius, 255, thickness);
  ink(cv::Rect(100, kFoot - kXHeight, 20, kXHeight)) = 255;
  const FoundLine line = found_in(ink);
  ReadLine read;
  read.words = {{{{text, line.glyphs[0].box, 1}}}, {{{"I", line.glyphs[1].box, 1}}}};
  resolve_bullet(line, read, kReadable);
  return read.words[0].text();
}

TEST(MarksByInk, AFilledDiscBeforeTheTextIsABullet) {
  EXPECT_EQ(mark_before_word("e", cv::FILLED), "\u2022");
  EXPECT_EQ(mark_before_word("e", 3), "e") << "a ring";
  EXPECT_EQ(mark_before_word("a", cv::FILLED), "a") << "a word";
  EXPECT_EQ(mark_before_word("e", cv::FILLED, 25), "e") << "too large";
}

}  // namespace
}  // namespace ocelli::internal::marks_by_ink_test
