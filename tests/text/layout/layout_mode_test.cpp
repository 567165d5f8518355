#include <gmock/gmock.h>

#include "ocelli/text/layout/page_lines.hpp"
#include "text/letter_page.hpp"

namespace ocelli::internal::layout_mode_test {
namespace {

using testing::ElementsAre;

/// Two columns of eight lines.
LetterPage two_columns() {
  LetterPage page;
  for (int line = 0; line < 8; ++line) {
    page.write("left words here", 100, 200 + 50 * line);
    page.write("right words there", 800, 200 + 50 * line);
  }
  return page;
}

/// The number of lines in each block.
std::vector<std::size_t> lines_of_blocks(const PageLayout& layout) {
  std::vector<std::size_t> lines;
  for (const TextBlock& block : layout.blocks) lines.push_back(block.lines.size());
  return lines;
}

TEST(LayoutMode, DecidesWhatALineIs) {
  const Components page = two_columns().components();
  EXPECT_THAT(lines_of_blocks(find_layout(page)), ElementsAre(8, 8));
  EXPECT_THAT(lines_of_blocks(find_layout(page, LayoutMode::column)), ElementsAre(8));
  EXPECT_THAT(lines_of_blocks(find_layout(page, LayoutMode::block)), ElementsAre(8));
  EXPECT_THAT(lines_of_blocks(find_layout(page, LayoutMode::line)), ElementsAre(1));
  EXPECT_THAT(lines_of_blocks(find_layout(page, LayoutMode::sparse)),
              testing::AllOf(testing::SizeIs(16), testing::Each(1)));
}

TEST(LayoutMode, MakesOneBlockOfParagraphs) {
  LetterPage page;
  for (const int y : {100, 150, 200, 400, 450, 500}) page.write("some words in a line", 100, y);
  EXPECT_EQ(find_layout(page.components(), LayoutMode::column).blocks.size(), 2u);
  EXPECT_EQ(find_layout(page.components(), LayoutMode::block).blocks.size(), 1u);
}

TEST(LayoutMode, FindsNothingOnAnEmptyPage) {
  for (const auto& [mode, name] : names_of(LayoutMode{}))
    EXPECT_TRUE(find_layout(connected_components(cv::Mat::zeros(100, 80, CV_8U)), mode).blocks.empty())
        << name;
}

/// An upright page of ink as it is.
PageInk ink_page() {
  PageInk page;
  page.ink = cv::Mat::zeros(600, 1600, CV_8U);
  page.source = page.ink.size();
  for (const int x : {100, 900}) {
    for (int letter = 0; letter < 20; ++letter) page.ink(cv::Rect(x + 24 * letter, 200, 14, 28)).setTo(255);
  }
  return page;
}

TEST(Zones, AreReadInTheirOrderAndNothingElseIs) {
  const std::vector<cv::Rect> zones = {{800, 100, 700, 200}, {50, 100, 400, 200}};
  const PageLines lines = find_lines(ink_page(), zones);
  ASSERT_EQ(lines.lines.size(), 2u);
  EXPECT_EQ(lines.blocks[0], cv::Rect(900, 200, 19 * 24 + 14, 28));
  EXPECT_EQ(lines.blocks[1].x, 100);
  EXPECT_LT(lines.blocks[1].br().x, 450 + 14) << "letters outside the zone are not read";
  EXPECT_TRUE(find_lines(ink_page(), std::vector{cv::Rect(0, 400, 1600, 100)}).lines.empty());
}

}  // namespace
}  // namespace ocelli::internal::layout_mode_test
