#include "ocelli/text/reading/glyph_share.hpp"

#include <gtest/gtest.h>

#include <random>

#include "text/tiny_reader.hpp"

namespace ocelli::internal::glyph_share_test {
namespace {

using test::page_of_bars_and_blocks;
using test::tiny_reader;

PageLines lines_of(const cv::Mat& page) { return find_lines(prepare_page(page, 0, false)); }

/// Specks of any shape.
cv::Mat specks() {
  std::mt19937 random(3);
  const auto below = [&](unsigned end) { return static_cast<int>(random() % end); };
  cv::Mat page(500, 900, CV_8U, cv::Scalar(255));
  for (int i = 0; i < 3000; ++i) {
    const cv::Point corner(below(890), below(490));
    page(cv::Rect(corner, cv::Size(1 + below(9), 1 + below(9)))) = 0;
  }
  return page;
}

TEST(GlyphShare, IsHighForPrintAndLowForSpecks) {
  const PageLines print = lines_of(page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"}));
  EXPECT_GT(glyph_share(print, tiny_reader()), 0.6);
  EXPECT_LT(glyph_share(lines_of(specks()), tiny_reader()), 0.4);
  EXPECT_EQ(glyph_share({}, tiny_reader()), 0);
}

TEST(GlyphShare, LeavesOnlyLinesOfGlyphs) {
  cv::Mat page = specks();
  page.rowRange(200, 400) = 255;
  const cv::Mat writing = page_of_bars_and_blocks({"oIo ooI Ioo oIo"});
  writing.copyTo(page(cv::Rect(0, 220, writing.cols, writing.rows)));
  PageLines lines = lines_of(page);
  const std::size_t all = lines.lines.size();
  keep_lines_of_glyphs(lines, tiny_reader());
  EXPECT_LT(lines.lines.size(), all);
  EXPECT_TRUE(std::ranges::any_of(lines.lines,
                                  [](const PageLine& line) { return std::abs(line.line.box.y - 260) < 4; }));
}

}  // namespace
}  // namespace ocelli::internal::glyph_share_test
