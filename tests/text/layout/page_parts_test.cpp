#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "text/letter_page.hpp"

namespace ocelli::internal::page_parts_test {
namespace {

/// Writes lines and remembers them as read without spaces.
struct Lines {
  LetterPage page;
  std::vector<std::string> expected;

  void write(const std::string& text, int x, int y) {
    page.write(text, x, y);
    expected.push_back(text);
    std::erase(expected.back(), ' ');
  }
};

TEST(PageParts, ReadsColumnsThatMakeRoomForAQuoteOneAfterTheOther) {
  Lines lines;
  const auto column = [&](const std::string& whole, const std::string& part, int x, int part_x) {
    for (int row = 0; row < 18; ++row) {
      const bool is_beside = row >= 7 && row < 11;
      lines.write(is_beside ? part : whole, is_beside ? part_x : x, 60 + 50 * row);
    }
  };
  column("the left column has lines like this one", "the left column is less", 60, 60);
  lines.write("a quote between", 590, 425);
  lines.write("the two columns", 590, 475);
  lines.write("of the same page", 590, 525);
  column("the right column has such lines too", "the right one as well", 780, 1000);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

/// Lines of the same words in another order, so that all are equally long.
std::vector<std::string> turned_lines(std::vector<std::string> words, int count) {
  std::vector<std::string> lines;
  for (int line = 0; line < count; ++line) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    lines.push_back(text);
    std::rotate(words.begin(), words.begin() + 1, words.end());
  }
  return lines;
}

TEST(PageParts, ReadsColumnsWhoseGutterIsNoWiderThanAWideSpace) {
  constexpr int kTextWidth = 462, kGutter = 22;
  Lines lines;
  const auto column = [&](const std::vector<std::string>& words, int x) {
    int y = 60;
    for (const std::string& line : turned_lines(words, 12)) lines.write(line, x, y += 50);
  };
  column({"the", "moon", "that", "rose", "was", "worn"}, 100);
  column({"so", "man", "asked", "each", "as", "no", "one", "gave"}, 100 + kTextWidth + kGutter);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, ReadsCellsOfEqualWidthWithASpaceBetweenThemByRows) {
  Lines lines;
  lines.page.space = 18;
  const std::vector<std::string> cells = {"acde", "mnop", "rsuv", "wxyz", "edca",
                                          "ponm", "vusr", "zyxw", "adce"};
  int y = 60;
  for (const std::string& line : turned_lines(cells, 12)) lines.write(line, 100, y += 50);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, ReadsSmallNotesCloseToTheTextAfterIt) {
  Lines lines;
  lines.page.scale = 2;
  for (int row = 0; row < 11; ++row) lines.write("the text is in large print", 60, 80 + 80 * row);
  lines.page.scale = 1;
  for (int row = 0; row < 18; ++row) lines.write("small notes", 1060, 70 + 46 * row);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, NumbersInTheMarginAreABlockBeforeTheText) {
  Lines lines;
  for (int row = 0; row < 18; ++row) lines.write(std::to_string(row + 10), 60, 60 + 50 * row);
  for (int row = 0; row < 18; ++row)
    lines.write("the lines of a legal page are numbered", 180, 60 + 50 * row);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, NumbersOfEachFifthLineOfAPoemAreABlockAfterIt) {
  Lines lines;
  for (int row = 0; row < 26; ++row) lines.write("a line of verse follows another", 180, 60 + 36 * row);
  for (int row = 4; row < 26; row += 5) lines.write(std::to_string(row + 1), 1200, 60 + 36 * row);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, NumbersInTheMarginAreFreedFromTheRuleBesideThem) {
  Lines lines;
  for (int row = 0; row < 18; ++row) lines.write(std::to_string(row + 10), 60, 60 + 50 * row);
  for (int row = 0; row < 18; row += 3) lines.page.fill({110, 20 + 50 * row, 4, 45});
  for (int row = 0; row < 18; ++row)
    lines.write("the lines of a legal page are numbered", 180, 60 + 50 * row);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, SignsOfAMapThatStandAnywhereAreNoLine) {
  Lines lines;
  for (int row = 0; row < 4; ++row) lines.write("the lines of text above a map", 60, 60 + 50 * row);
  for (int sign = 0; sign < 5; ++sign) lines.page.write("5", 100 + 150 * sign, 500 + sign % 2 * 12);
  EXPECT_EQ(lines.page.read_joined(), lines.expected);
}

TEST(PageParts, NumbersOfAListStayInTheirLines) {
  LetterPage page;
  std::vector<std::string> expected;
  for (int row = 0; row < 18; ++row) {
    page.write(std::to_string(row + 10), 60, 60 + 50 * row);
    page.fill({100, 54 + 50 * row, 7, 7});
    page.write("the points of a list are numbered", 180, 60 + 50 * row);
    expected.push_back(std::to_string(row + 10) + "thepointsofalistarenumbered");
  }
  EXPECT_EQ(page.read_joined(), expected);
}

/// Lines as read of paragraphs of three lines, the first of each with a number before it. `white`: between
/// paragraphs.
std::vector<std::string> read_numbered_paragraphs(const std::string& last, int white) {
  LetterPage page;
  for (int row = 0, y = 40; row < 18; ++row, y += 50 + (row % 3 == 0 ? white : 0)) {
    if (row % 3 == 0) page.write(std::to_string(row / 3 + 2), 60, y);
    page.write(row % 3 == 2 ? last : "the lines of a numbered paragraph", 180, y);
  }
  return page.read_joined();
}

TEST(PageParts, NumbersOfParagraphsStayInTheirLines) {
  for (const auto& [last, white] :
       {std::pair("of that paragraph", 0), std::pair("the last one of that paragraph", 20)}) {
    const std::vector<std::string> lines = read_numbered_paragraphs(last, white);
    ASSERT_EQ(lines.size(), 18U) << last;
    for (std::size_t row = 0; row < lines.size(); row += 3)
      EXPECT_EQ(lines[row], std::to_string(row / 3 + 2) + "thelinesofanumberedparagraph");
  }
}

TEST(PageParts, NumbersOfEachThirdLineAreABlockBeforeTheText) {
  const std::string line = "the lines of a numbered paragraph";
  const std::vector<std::string> lines = read_numbered_paragraphs(line, 0);
  ASSERT_EQ(lines.size(), 24U);
  for (std::size_t row = 0; row < 6; ++row) EXPECT_EQ(lines[row], std::to_string(row + 2));
}

TEST(PageParts, NumbersOfTheRowsOfATableStayInTheirRows) {
  LetterPage page;
  std::vector<std::string> expected;
  for (int row = 0; row < 18; ++row) {
    page.write(std::to_string(row + 10), 60, 60 + 50 * row);
    page.write("a thing of some kind", 180, 60 + 50 * row);
    page.write("345", 900, 60 + 50 * row);
    expected.push_back(std::to_string(row + 10) + "athingofsomekind345");
  }
  EXPECT_EQ(page.read_joined(), expected);
}

/// A page whose first letter is as high as two lines, with lines beside and below it.
LetterPage page_with_initial(int x_below) {
  LetterPage page;
  page.fill({60, 72, 70, 78});
  page.write("he first of the lines beside", 140, 100);
  page.write("it and the second one too", 140, 150);
  for (int row = 2; row < 6; ++row) page.write("and some more lines below it", x_below, 100 + 50 * row);
  return page;
}

TEST(PageParts, AnInitialBeginsTheFirstLineBesideIt) {
  const PageLayout layout = page_with_initial(60).layout();
  ASSERT_EQ(layout.blocks.size(), 1U);
  const std::vector<TextLine>& lines = layout.blocks[0].lines;
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_TRUE(lines[0].is_initial);
  EXPECT_EQ(lines[0].box, cv::Rect(60, 72, 70, 78));
  EXPECT_EQ(lines[0].baseline, 150);
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_FALSE(lines[i].is_initial) << i;
  EXPECT_EQ(lines[1].box.x, 140);
}

TEST(PageParts, AnInitialMayBeANarrowLetterTwoLetterHeightsBeforeTheLines) {
  LetterPage page;
  page.fill({60, 72, 17, 128});
  for (int row = 0; row < 3; ++row) page.write("the lines beside an initial", 115, 100 + 50 * row);
  for (int row = 3; row < 6; ++row) page.write("and some more lines below it", 60, 100 + 50 * row);
  const PageLayout layout = page.layout();
  ASSERT_EQ(layout.blocks.size(), 1U);
  EXPECT_TRUE(layout.blocks[0].lines[0].is_initial);
}

TEST(PageParts, ALogoBesideAnAddressIsNoInitial) {
  for (const TextBlock& block : page_with_initial(140).layout().blocks) {
    for (const TextLine& line : block.lines) EXPECT_FALSE(line.is_initial);
  }
}

}  // namespace
}  // namespace ocelli::internal::page_parts_test
