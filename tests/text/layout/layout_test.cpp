#include "ocelli/text/layout/layout.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <string_view>

#include "text/letter_page.hpp"

namespace ocelli::internal::layout_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(Layout, FindsNothingOnAnEmptyPage) {
  EXPECT_TRUE(find_layout(connected_components(cv::Mat::zeros(100, 80, CV_8U))).blocks.empty());
  EXPECT_TRUE(find_layout(connected_components(cv::Mat())).blocks.empty());
}

TEST(Layout, OneLetterIsALine) {
  LetterPage page;
  page.write("5", 300, 400);
  EXPECT_THAT(page.read(), ElementsAre("5"));
}

TEST(Layout, APageThatIsAllInkHasNoMoreThanALine) {
  EXPECT_LE(find_layout(connected_components(cv::Mat(50, 70, CV_8U, 255))).blocks.size(), 1u);
}

TEST(Layout, ReadsLinesFromTopToBottom) {
  LetterPage page;
  page.write("some lines of text", 100, 100);
  page.write("that follow each other", 100, 150);
  page.write("down a page", 100, 200);
  EXPECT_THAT(page.read(), ElementsAre("some lines of text", "that follow each other", "down a page"));
}

TEST(Layout, ReadsColumnsOneAfterTheOtherBelowTheirHeading) {
  LetterPage page;
  page.write("a heading over both of the columns of this page", 100, 60);
  std::vector<std::string> expected = {"a heading over both of the columns of this page"};
  for (const int x : {100, 700}) {
    for (int line = 0; line < 8; ++line) {
      expected.push_back(x == 100 ? "the left column has lines" : "and so has the right one");
      page.write(expected.back(), x, 140 + 50 * line);
    }
  }
  page.write("a line across the foot of both of the columns", 100, 600);
  expected.push_back("a line across the foot of both of the columns");
  EXPECT_EQ(page.read(), expected);
}

TEST(Layout, ReadsTablesRowByRow) {
  LetterPage page;
  std::vector<std::string> expected;
  for (int row = 0; row < 6; ++row) {
    page.write("apples", 100, 100 + 50 * row);
    page.write("12", 500, 100 + 50 * row);
    page.write("345", 800, 100 + 50 * row);
    expected.emplace_back("apples12345");
  }
  EXPECT_EQ(page.read_joined(), expected);
}

TEST(Layout, ReadsPricesWithWhatTheyPay) {
  LetterPage page;
  std::vector<std::string> expected;
  for (int row = 0; row < 8; ++row) {
    page.write("a thing with a long name", 100, 100 + 50 * row);
    page.write("12", 900, 100 + 50 * row);
    expected.emplace_back("athingwithalongname12");
  }
  EXPECT_EQ(page.read_joined(), expected);
}

TEST(Layout, ReadsTheEndOfALineThatABendOfThePageLiftsAfterItsBeginning) {
  for (const int lift : {12, 16}) {
    LetterPage page;
    for (int row = 0; row < 3; ++row) page.write("the lines of a page which is bent", 100, 100 + 50 * row);
    page.write("end", 720, 150 - lift);
    const std::vector<std::string> lines = page.read_joined();
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[2], "end") << lift;
  }
}

TEST(Layout, AllOfAnImageThatARowFillsIsOneLine) {
  LetterPage page;
  page.write("marr", 100, 100);
  page.write(",", 200, 100);
  page.write("of this", 240, 100);
  page.write("end", 720, 84);
  EXPECT_THAT(page.read_joined(), ElementsAre("marr,ofthisend"));
}

TEST(Layout, TipsOfALineBelowAreNotOfTheRow) {
  LetterPage page;
  page.write("some words", 100, 100);
  page.fill({150, 112, 8, 14});
  EXPECT_EQ(page.layout().blocks.at(0).lines.at(0).parts.size(), 9U);
}

TEST(Layout, ReadsHangingNumbersWithTheirLines) {
  LetterPage page;
  page.write("1", 100, 100);
  page.write("the first of the points is long", 180, 100);
  page.write("and has a second line of text", 180, 150);
  page.write("2", 100, 200);
  page.write("the second of the points is", 180, 200);
  page.write("as long as the first one", 180, 250);
  page.write("3", 100, 300);
  page.write("and there is a third one", 180, 300);
  EXPECT_THAT(page.read_joined(),
              ElementsAre("1thefirstofthepointsislong", "andhasasecondlineoftext", "2thesecondofthepointsis",
                          "aslongasthefirstone", "3andthereisathirdone"));
}

TEST(Layout, ReadsBlocksSideBySideWhoseLinesDifferOneAfterTheOther) {
  LetterPage page;
  std::vector<std::string> expected;
  for (int line = 0; line < 4; ++line) {
    expected.emplace_back("an address");
    page.write("an address", 100, 100 + 50 * line);
  }
  for (int line = 0; line < 4; ++line) {
    expected.emplace_back("the sender");
    page.write("the sender", 700, 122 + 50 * line);
  }
  EXPECT_EQ(page.read(), expected);
}

TEST(Layout, WideSpacesOfATypewriterDoNotPartALine) {
  LetterPage page;
  page.space = 70;
  page.write("typed words stand far apart", 100, 100);
  page.write("from each other in each line", 100, 160);
  EXPECT_THAT(page.read_joined(), ElementsAre("typedwordsstandfarapart", "fromeachotherineachline"));
}

TEST(Layout, BaselineAndHeightHoldWithDescenders) {
  LetterPage page;
  page.write("people playing pipes enjoy quaffing and jumping", 100, 200);
  const TextLine line = page.only_line();
  const double x = line.box.x + line.box.width / 2.0;
  EXPECT_THAT(line.baseline + line.slope * x, DoubleNear(200, 0.6));
  EXPECT_THAT(line.x_height, DoubleNear(LetterPage::kSmall, 0.6));
  EXPECT_THAT(line.slope, DoubleNear(0, 0.001));
}

TEST(Layout, FollowsALineThatRises) {
  LetterPage page;
  page.slope = -0.015;
  page.write("a long line of letters that rises slowly over the width of a page", 100, 300);
  const TextLine line = page.only_line();
  EXPECT_THAT(line.slope, DoubleNear(-0.015, 0.001));
  for (const double x : {100.0, 1000.0}) {
    EXPECT_THAT(line.baseline + line.slope * x, DoubleNear(300 - 0.015 * x, 0.08 * LetterPage::kSmall));
  }
}

/// As where a page bends toward the spine of its book.
TEST(Layout, JoinsTheWordsOfLinesThatRiseSteeply) {
  LetterPage page;
  page.slope = -0.05;
  page.space = 30;
  const std::vector<std::string> text = {"words on the left of a book", "rise toward its spine while",
                                         "those on the right lie level"};
  for (int line = 0; line < 3; ++line) page.write(text[static_cast<std::size_t>(line)], 60, 200 + 50 * line);
  EXPECT_EQ(page.read(), text);
}

TEST(Layout, LongSlopingLinesCloseTogetherStayApart) {
  LetterPage page;
  page.slope = 0.02;
  const std::vector<std::string> text = {"the first line falls by more than the room between lines here",
                                         "and the second falls just as much over the width of the page",
                                         "so boxes around these lines overlap though the lines do not so"};
  for (int line = 0; line < 3; ++line) page.write(text[static_cast<std::size_t>(line)], 60, 100 + 44 * line);
  EXPECT_EQ(page.read(), text);
}

TEST(Layout, DotsAccentsAndCommasGoToTheirLines) {
  LetterPage page;
  page.write("innocent victims did", 100, 100);
  page.write("in civil minds, since", 100, 146);
  page.write("it is idiotic, I insist,", 100, 192);
  EXPECT_THAT(page.read(),
              ElementsAre("innocent victims did", "in civil minds, since", "it is idiotic, I insist,"));
  std::size_t parts = 0;
  for (const TextBlock& block : page.layout().blocks) {
    for (const TextLine& line : block.lines) parts += line.parts.size();
  }
  EXPECT_EQ(parts, page.components().list.size());
}

/// How many parts the lines of a page have that holds a line of small letters, and this mark.
std::size_t parts_with(const cv::Rect& mark, int x = 100) {
  LetterPage page;
  page.write("moon room worn sun", x, 200);
  page.fill(mark);
  std::size_t parts = 0;
  for (const TextBlock& block : page.layout().blocks)
    for (const TextLine& line : block.lines) parts += line.parts.size();
  return parts;
}

TEST(Layout, TipsOfDescendersOfTheLineAboveAreNotOfTheLine) {
  constexpr std::size_t kLetters = 15;
  constexpr int kHeads = 200 - LetterPage::kSmall;
  EXPECT_EQ(parts_with({104, kHeads - 9, 6, 5}), kLetters + 1) << "an accent";
  EXPECT_EQ(parts_with({104, kHeads - 18, 6, 5}), kLetters);
  EXPECT_EQ(parts_with({104, 203, 6, 5}), kLetters + 1) << "a cedilla";
  EXPECT_EQ(parts_with({104, 208, 6, 5}), kLetters);
}

TEST(Layout, MarksThatStandFreeAreOfTheLineThatTheyAreLevelWith) {
  LetterPage page;
  page.write("some words on the line", 100, 100);
  page.write("then many more", 700, 100);
  page.write("the line that follows is below", 100, 150);
  page.fill({555, 95, 5, 5});
  for (const int dot : {0, 1, 2}) page.fill({965 + 22 * dot, 95, 5, 5});
  const PageLayout found = page.layout();
  ASSERT_EQ(found.blocks.size(), 1u);
  EXPECT_EQ(found.blocks[0].lines[0].parts.size(), 18u + 12 + 1 + 4)
      << "an i, a dot in white, and an ellipsis";
}

TEST(Layout, ACommaFarFromItsLetterStaysOnItsLine) {
  LetterPage page;
  page.write("words of the line above", 100, 100);
  page.write("the moon that rose was worn out", 100, 140);
  page.fill({500, 100, 5, 9});
  const PageLayout found = page.layout();
  ASSERT_EQ(found.blocks.size(), 1u);
  EXPECT_EQ(found.blocks[0].lines[0].parts.size(), 19u + 1 + 1) << "an i, and the comma";
}

TEST(Layout, CommasAfterLettersFarApartAreNoLineOfTheirOwn) {
  LetterPage page;
  for (int row = 0; row < 3; ++row) {
    for (int letter = 0; letter < 6; ++letter) {
      page.write("A", 60 + 70 * letter, 60 + 60 * row);
      page.fill({80 + 70 * letter, 55 + 60 * row, 7, 14});
    }
  }
  const PageLayout layout = page.layout();
  std::vector<std::size_t> parts;
  for (const TextBlock& block : layout.blocks) {
    for (const TextLine& line : block.lines) parts.push_back(line.parts.size());
  }
  EXPECT_THAT(parts, testing::Each(12U));
  EXPECT_EQ(parts.size(), 3U);
}

TEST(Layout, ALetterWithACommaAsTallAsSmallLettersStaysInItsLine) {
  LetterPage page;
  page.write("the march", 100, 100);
  page.write("9", 320, 100);
  page.fill({340, 91, 9, 14});
  page.write("1987", 400, 100);
  page.write("and more of the lines of a page", 100, 150);
  EXPECT_THAT(page.read_joined(), ElementsAre("themarch91987", "andmoreofthelinesofapage"));
}

TEST(Layout, LettersBesideOneThatTouchesTheStrokeBelowStayInTheirLine) {
  LetterPage page;
  page.write("what we can create for each", 100, 100);
  // The stroke below "create" touches its third letter.
  constexpr int kCreate = 100 + 9 * 18 + 3 * 14;
  page.fill({kCreate - 1, 104, 108, 3});
  page.fill({kCreate + 36, 100, 14, 4});
  page.write("and more of the lines of a page", 100, 150);
  EXPECT_EQ(page.line_count(), 2U);
}

TEST(Layout, SpacesOfATypewriterThatLieAboveEachOtherAreNoGutter) {
  LetterPage page;
  page.space = 36;
  std::vector<std::string> expected;
  for (int line = 0; line < 8; ++line) {
    expected.emplace_back("words that are all as long as those of other rows here");
    page.write(expected.back(), 100, 100 + 50 * line);
  }
  EXPECT_EQ(page.read(), expected);
}

TEST(Layout, CapitalsLearnTheHeightOfSmallLettersFromOtherLines) {
  LetterPage page;
  page.write("THE HEADING", 100, 100);
  page.write("and lines of letters below it", 100, 150);
  page.write("that tell how tall they are", 100, 200);
  for (const TextBlock& block : page.layout().blocks) {
    for (const TextLine& line : block.lines) EXPECT_THAT(line.x_height, DoubleNear(LetterPage::kSmall, 1));
  }
}

TEST(Layout, CapitalsAloneAreGuessed) {
  LetterPage page;
  page.write("NOTHING BUT CAPITALS", 100, 100);
  EXPECT_THAT(page.only_line().x_height, DoubleNear(0.72 * LetterPage::kTall, 0.5));
}

TEST(Layout, SmallLettersWithoutAscendersAreKnownByTheirNeighbors) {
  LetterPage page;
  page.write("the line above has both kinds", 100, 100);
  page.write("so sees a man even more", 100, 150);
  page.write("no one", 100, 200);
  for (const TextBlock& block : page.layout().blocks) {
    EXPECT_THAT(block.lines.back().x_height, DoubleNear(LetterPage::kSmall, 1));
  }
}

TEST(Layout, TouchingLinesStayTwo) {
  LetterPage page;
  page.write("two lines that touch at one place", 100, 100);
  page.write("stay two lines all the same here", 100, 144);
  page.fill({300, 76, 5, 68});
  EXPECT_EQ(page.line_count(), 2u);
}

TEST(Layout, LinesOfDifferentSizesKeepTheirOwnHeight) {
  LetterPage page;
  page.scale = 3;
  page.write("the title", 100, 150);
  page.scale = 1;
  page.write("a line of text below the title", 100, 220);
  page.write("and another one that has both", 100, 270);
  std::vector<double> heights;
  for (const TextBlock& block : page.layout().blocks) {
    for (const TextLine& line : block.lines) heights.push_back(line.x_height);
  }
  EXPECT_THAT(heights, ElementsAre(DoubleNear(3 * LetterPage::kSmall, 2), DoubleNear(LetterPage::kSmall, 1),
                                   DoubleNear(LetterPage::kSmall, 1)));
}

TEST(Layout, PagesOfManySpecksTakeNoLongTime) {
  Components specks;
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random() % n); };
  for (int i = 0; i < 50000; ++i) {
    const cv::Rect box(below(2500), below(3300), 3 + below(30), 3 + below(30));
    specks.list.push_back({box, static_cast<std::uint32_t>(box.area() / 2 + 1)});
  }
  const auto start = std::chrono::steady_clock::now();
  const PageLayout layout = find_layout(specks);
  // The bound is far above what an optimized build needs, and far below what n^2 would.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  std::vector<int> uses(specks.list.size());
  for (const TextBlock& block : layout.blocks) {
    for (const TextLine& line : block.lines) {
      for (const std::uint32_t part : line.parts) ++uses[part];
    }
  }
  EXPECT_LE(*std::max_element(uses.begin(), uses.end()), 1);
}

TEST(Layout, IsTheSameEachTime) {
  LetterPage page;
  page.write("some lines of text", 100, 100);
  page.write("that follow each other", 400, 130);
  const PageLayout first = page.layout(), second = page.layout();
  ASSERT_EQ(first.blocks.size(), second.blocks.size());
  for (std::size_t i = 0; i < first.blocks.size(); ++i) {
    ASSERT_EQ(first.blocks[i].lines.size(), second.blocks[i].lines.size());
    for (std::size_t j = 0; j < first.blocks[i].lines.size(); ++j) {
      EXPECT_EQ(first.blocks[i].lines[j].parts, second.blocks[i].lines[j].parts);
      EXPECT_EQ(first.blocks[i].lines[j].baseline, second.blocks[i].lines[j].baseline);
    }
  }
}

}  // namespace
}  // namespace ocelli::internal::layout_test
