#include "ocelli/text/tables/find_tables.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "ocelli/text/layout/page_ink.hpp"

namespace ocelli::internal::find_tables_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kLetter = 12, kHeight = 20;  ///< width and height of a letter

/// A page with words and rules at stated places, as if it had been read.
class MadePage {
 public:
  bool doubted = false;  ///< whether words set from now on are not clear

  /// Makes all words those of a file that contains text.
  void take_from_file() {
    for (ReadBlock& block : text_.blocks) block.from_file = true;
  }

  MadePage() : ink_(cv::Mat::zeros(1000, 1000, CV_8U)) { text_.blocks.emplace_back(); }

  /// A line whose first letter is at x, with its foot at y. Words are a letter apart.
  void set(int x, int y, const std::string& words) {
    ReadLine line;
    line.baseline = y;
    line.x_height = 14;
    std::istringstream in(words);
    for (std::string text; in >> text; x += kLetter) {
      ReadWord word;
      for (const char letter : text) {
        word.glyphs.push_back(
            {std::string(1, letter), {x, y - kHeight, kLetter - 2, kHeight}, doubted ? 0.3F : 0.99F});
        x += kLetter;
      }
      line.box |= word.box();
      line.words.push_back(word);
    }
    text_.blocks[0].lines.push_back(line);
  }
  /// A line with a text in each column, 200 pixels wide; "" for an empty place.
  void row(int y, const std::vector<std::string>& texts, int left = 110) {
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!texts[i].empty()) set(left + 200 * static_cast<int>(i), y, texts[i]);
  }
  /// A mark at half height of the letters above y: a hyphen of its usual size, or a speck.
  void mark(int x, int y, cv::Size size = {9, 2}) {
    const cv::Rect box({x, y - 7}, size);
    ink_(box) = 255;
    ReadLine& line = text_.blocks[0].lines.back();
    line.words.push_back({{{"-", box, 0.3F}}, ReadWord::Spelling::no_letters});
    line.box |= box;
  }
  /// Ink of a hyphen that was not read.
  void unread_mark(int x, int y, cv::Size size = {9, 2}) { ink_(cv::Rect({x, y - 7}, size)) = 255; }
  void across(int y, int left = 100, int right = 700) { ink_(cv::Rect(left, y, right - left, 2)) = 255; }
  void down(int x, int top, int bottom) { ink_(cv::Rect(x, top, 2, bottom - top)) = 255; }

  std::vector<ReadTable> tables() const {
    PageInk page;
    page.ink = page.uncleaned = ink_;
    page.source = ink_.size();
    page.rules = find_ruling_lines(ink_, 1.3 * 14);
    PageText text = text_;
    text.width = ink_.cols, text.height = ink_.rows, text.language = "eng";
    return find_tables(text, page);
  }

 private:
  cv::Mat ink_;
  PageText text_;
};

std::string place(const ReadCell& cell) {
  const auto span = [](int first, int count) {
    return std::to_string(first) + (count > 1 ? "-" + std::to_string(first + count - 1) : "");
  };
  return span(cell.row, cell.row_span) + "," + span(cell.column, cell.column_span) + ": " + cell.text;
}

/// The cells with text, as "row,column: text".
std::vector<std::string> cells(const ReadTable& table) {
  std::vector<std::string> found;
  for (const ReadCell& cell : table.cells)
    if (!cell.text.empty()) found.push_back(place(cell));
  return found;
}

MadePage ruled_page() {
  MadePage page;
  for (const int y : {100, 150, 200}) page.across(y);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 202);
  page.row(135, {"Item", "Size", "Price"});
  page.row(185, {"Tea", "", "1,250.50"});
  return page;
}

TEST(FindTables, TakesTheCellsThatRulesEnclose) {
  const std::vector<ReadTable> tables = ruled_page().tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_THAT(cells(tables[0]),
              ElementsAre("0,0: Item", "0,1: Size", "0,2: Price", "1,0: Tea", "1,2: 1,250.50"));
  EXPECT_EQ(tables[0].cells.size(), 6U) << "empty cells, too";
  EXPECT_EQ(tables[0].header_rows, 1);
  EXPECT_THAT(tables[0].cells[5].number, testing::Optional(1250.5));
  EXPECT_NEAR(tables[0].cells[5].box.x, 500, 3);
  EXPECT_NEAR(tables[0].cells[5].box.y, 150, 3);
}

/// A word that a rule crosses.
MadePage page_of_word_over_rule() {
  MadePage page;
  for (const int y : {100, 150, 200}) page.across(y);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 202);
  page.row(135, {"Guide", "Pages", "Price"});
  page.set(110, 185, "developers-reference");
  page.row(185, {"", "", "12"});
  return page;
}

TEST(FindTables, DivideAWordThatWasReadOverARule) {
  const std::vector<ReadTable> tables = page_of_word_over_rule().tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_THAT(cells(tables[0]), testing::IsSupersetOf({"1,0: developers-refer", "1,1: ence"}));
}

TEST(FindTables, KeepTheWordsOfAFileWhole) {
  MadePage page = page_of_word_over_rule();
  page.take_from_file();
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_THAT(cells(tables[0]),
              ElementsAre("0,0: Guide", "0,1: Pages", "0,2: Price", "1,0: developers-reference", "1,2: 12"));
}

MadePage amounts_page() {
  MadePage page;
  for (const int y : {100, 150, 200}) page.across(y);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 202);
  page.row(135, {"Item", "Size", "Price"});
  page.row(185, {"Tea", "", "340.20"});
  return page;
}

TEST(FindTables, KeepTheSignAfterAnAmount) {
  MadePage page = amounts_page();
  page.mark(600, 185);
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].cells[5].text, "340.20 -");
  EXPECT_THAT(tables[0].cells[5].number, testing::Optional(-340.2));
}

TEST(FindTables, DropASpeckBesideAnAmount) {
  MadePage page = amounts_page();
  page.mark(600, 185, {3, 2});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].cells[5].text, "340.20");
}

TEST(FindTables, ReadADashAloneInACell) {
  MadePage page = amounts_page();
  page.unread_mark(310, 185);
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].cells[4].text, "-");
}

TEST(FindTables, TakeNoOtherInkOfAnEmptyCellForADash) {
  for (const cv::Rect& ink : {cv::Rect(310, 170, 9, 2), cv::Rect(310, 178, 60, 2), cv::Rect(310, 178, 4, 2),
                              cv::Rect(310, 172, 10, 12), cv::Rect(302, 178, 9, 2)}) {
    MadePage page = amounts_page();
    page.unread_mark(ink.x, ink.y + 7, ink.size());
    const std::vector<ReadTable> tables = page.tables();
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].cells[4].text, "") << ink;
  }
}

TEST(FindTables, JoinsPlacesWithoutARuleBetweenThem) {
  MadePage page;
  for (const int y : {100, 200}) page.across(y);
  page.across(150, 300, 700);
  for (const int x : {100, 300, 700}) page.down(x, 100, 202);
  page.down(500, 150, 202);
  page.set(110, 160, "Town");
  page.set(450, 135, "Years");
  page.set(310, 185, "1999");
  page.set(510, 185, "2000");
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_THAT(cells(tables[0]), ElementsAre("0-1,0: Town", "0,1-2: Years", "1,1: 1999", "1,2: 2000"));
}

TEST(FindTables, TakeHeadingsAboveTheRules) {
  MadePage page;
  for (const int y : {100, 150, 200}) page.across(y);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 202);
  page.row(90, {"Item", "Size", "Price"});
  page.row(135, {"Tea", "12", "1,250.50"});
  page.row(185, {"Rice", "7", "3.20"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 3);
  EXPECT_EQ(tables[0].header_rows, 1);
  EXPECT_EQ(tables[0].cells[2].text, "Price");
}

TEST(FindTables, LeaveTextAboveTheRules) {
  MadePage page;
  for (const int y : {100, 150, 200}) page.across(y);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 202);
  page.set(110, 90, "these are the prices of all goods");
  page.row(135, {"Tea", "12", "1,250.50"});
  page.row(185, {"Rice", "7", "3.20"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 2);
}

TEST(FindTables, SplitsAListBesideRows) {
  MadePage page;
  for (const int y : {100, 150, 200, 250, 300}) page.across(y, 300, 700);
  page.across(100), page.across(300);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 302);
  const std::vector<std::string> names{"Tea", "Rice", "Salt", "Oil"};
  for (int i = 0; i < 4; ++i) page.row(135 + 50 * i, {names[static_cast<std::size_t>(i)], "12", "3.20"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].cells.size(), 12U);
  EXPECT_EQ(tables[0].cells[3].text, "Rice");
}

TEST(FindTables, IncludesRowsAboveAWrappedText) {
  MadePage page;
  page.row(100, {"Item", "Size", "Price"});
  page.row(140, {"Tea", "12", "1,250.50"});
  page.set(110, 180, "Basmati rice in");
  page.row(220, {"bags", "7", "3.20"});
  for (int i = 0; i < 5; ++i) page.row(260 + 40 * i, {"Salt", "46", "18.75"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(cells(tables[0]).front(), "0,0: Item");
}

TEST(FindTables, GoOnAfterATextOfManyLines) {
  MadePage page;
  page.row(100, {"Item", "Notes", "Price"});
  page.row(140, {"Tea", "in bags", "1,250.50"});
  page.row(180, {"Rice", "in sacks", "3.20"});
  for (int i = 1; i < 5; ++i) page.set(310, 180 + 25 * i, "more words");
  page.row(330, {"Salt", "loose", "18.75"});
  page.row(370, {"Oil", "in cans", "2.10"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 5);
  EXPECT_EQ(cells(tables[0]).back(), "4,2: 2.10");
}

TEST(FindTables, TakesNoFewDoubtfulWordsForATable) {
  MadePage page;
  page.doubted = true;
  page.row(100, {"a2", "13", "5"});
  page.row(140, {"4", "17", "y9"});
  page.row(180, {"8", "1", "2"});
  EXPECT_THAT(page.tables(), IsEmpty());
}

TEST(FindTables, PartsRowsWithoutRulesBetweenThem) {
  MadePage page;
  for (const int y : {100, 150, 300}) page.across(y);
  for (const int x : {100, 300, 500, 700}) page.down(x, 100, 302);
  page.row(135, {"Item", "Size", "Price"});
  page.row(185, {"Tea", "12", "3.50"});
  page.row(225, {"Salt", "", "1.20"});
  page.row(265, {"Rice", "7", "2.10"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 4);
  EXPECT_EQ(cells(tables[0]).back(), "3,2: 2.10");
}

MadePage white_page() {
  MadePage page;
  page.row(100, {"Item", "Size", "Price"});
  page.row(130, {"Green tea", "12", "3.50"});
  page.row(160, {"Salt", "", "1.20"});
  page.row(190, {"Rice", "7", "2.10"});
  return page;
}

TEST(FindTables, FindsColumnsByTheWhiteBetweenThem) {
  const std::vector<ReadTable> tables = white_page().tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 4);
  EXPECT_EQ(tables[0].columns, 3);
  EXPECT_THAT(cells(tables[0]), testing::Contains("1,0: Green tea"));
  EXPECT_THAT(cells(tables[0]), testing::Contains("3,1: 7"));
}

TEST(FindTables, TakesTextsBetweenLevelRules) {
  MadePage page;
  for (const int y : {70, 110, 200}) page.across(y);
  page.row(100, {"Item", "Kind", "Price"});
  page.row(140, {"Tea", "green", "3.50"});
  page.row(180, {"Salt", "", "1.20"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 3);
  EXPECT_EQ(tables[0].header_rows, 1);
}

TEST(FindTables, JoinsWrappedTexts) {
  MadePage page;
  page.row(100, {"Item", "Kind", "Price"});
  page.row(160, {"Tea", "from the", "3.50"});
  page.row(185, {"", "far east", ""});
  page.row(245, {"Salt", "from", "1.20"});
  page.row(270, {"", "the sea", ""});
  page.row(330, {"Rice", "white", "2.10"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows, 4);
  EXPECT_THAT(cells(tables[0]), testing::Contains("1,1: from the far east"));
}

TEST(FindTables, FindsNoneInRunningText) {
  MadePage page;
  for (int y = 100; y < 900; y += 30)
    page.set(100, y, "all of this is told in the margin in a very small hand by one");
  EXPECT_THAT(page.tables(), IsEmpty());
}

TEST(FindTables, FindsNoneInColumnsOfText) {
  MadePage page;
  for (int y = 100; y < 900; y += 30) {
    page.set(100, y, "all of this is told in the small");
    page.set(560, y, "margin in a very small hand by");
  }
  EXPECT_THAT(page.tables(), IsEmpty());
}

TEST(FindTables, FindsNoneInALetterhead) {
  MadePage page;
  page.set(100, 100, "Smith and Sons");
  page.set(600, 100, "12 May 1990");
  page.set(100, 130, "Harbor Road 7");
  page.set(600, 130, "Our ref. 12");
  page.set(100, 200, "Dear Madam");
  EXPECT_THAT(page.tables(), IsEmpty());
}

TEST(FindTables, FindsNoneInAnEmptyFrame) {
  MadePage page;
  for (const int y : {100, 150, 200}) page.across(y);
  for (const int x : {100, 300, 700}) page.down(x, 100, 202);
  page.set(110, 300, "text below");
  EXPECT_THAT(page.tables(), IsEmpty());
}

TEST(FindTables, FindsSeveralFromTopToBottom) {
  MadePage page = ruled_page();
  page.row(400, {"Item", "Size", "Price"});
  page.row(430, {"Green tea", "12", "3.50"});
  page.row(460, {"Salt", "6", "1.20"});
  page.row(490, {"Rice", "7", "2.10"});
  const std::vector<ReadTable> tables = page.tables();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].rows, 2);
  EXPECT_EQ(tables[1].rows, 4);
}

}  // namespace
}  // namespace ocelli::internal::find_tables_test
