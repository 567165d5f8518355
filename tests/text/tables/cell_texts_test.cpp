#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <string>

#include "ocelli/text/tables/cell_corrections.hpp"
#include "ocelli/text/tables/grid_groups.hpp"

namespace ocelli::internal::cell_texts_test {
namespace {

constexpr int kSide =
    20;  ///< height of a letter; letters are half as wide, and as far apart as they are wide

/// A word of a level page whose small letters are 14 pixels high.
TableWord a_word(const std::string& text, int x, int y, float confidence = 0.99F) {
  TableWord word;
  for (const char letter : text) {
    const cv::Rect box(x, y - kSide, kSide / 2 - 1, kSide);
    word.word.glyphs.push_back({std::string(1, letter), box, confidence});
    word.glyphs.push_back(box);
    word.box |= box;
    x += kSide / 2;
  }
  word.middle = y - 7;
  word.x_height = 14;
  word.column_gap = 2 * kSide;
  return word;
}

/// A grid of one column with a text in each row.
TableGrid a_column(const std::vector<std::string>& texts) {
  TableGrid grid{.xs = {0, 400}, .ys = {0}, .cells = {}};
  for (const std::string& text : texts) {
    const int row = grid.rows();
    grid.ys.push_back(40 * (row + 1));
    grid.cells.push_back({row, 0, 1, 1, {}});
    if (!text.empty()) grid.cells.back().words = {a_word(text, 10, 40 * row + 30)};
  }
  return grid;
}

std::string text(const GridCell& cell) { return cell.words.at(0).word.text(); }

TEST(ColumnMarks, AreRestoredWhereAGlyphIsNotClear) {
  TableGrid grid = a_column({"12.50", "3.75", "118.20", "79143"});
  grid.cells[3].words[0].word.glyphs[2].confidence = 0.6F;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "791.43");
  EXPECT_LT(grid.cells[3].words[0].word.glyphs[3].confidence, 0.8F) << "in doubt";
  EXPECT_EQ(grid.cells[3].words[0].glyphs.size(), 6U);
}

TEST(ColumnMarks, AreRestoredWhereTheWhiteIsWide) {
  TableGrid grid = a_column({"AB-123", "CD-456", "EF-789", "GH012"});
  TableWord& word = grid.cells[3].words[0];
  for (std::size_t i = 2; i < 5; ++i) word.word.glyphs[i].box.x += kSide / 2, word.glyphs[i].x += kSide / 2;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "GH-012");
}

TEST(ColumnMarks, OfThousandsAreThoseOfTheTable) {
  TableGrid grid = a_column({"1,212.50", "23,001.75", "4,118.20", "1791.43", "12.00"});
  grid.cells[3].words[0].word.glyphs[0].confidence = 0.6F;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "1,791.43");
}

TEST(ColumnMarks, OfDecimalsAreThoseOfTheColumn) {
  TableGrid grid = a_column({"12.50", "3.75", "118.20", "791,43", "6.1.0", "1.2.3"});
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "791.43");
  EXPECT_EQ(text(grid.cells[4]), "6.10");
  EXPECT_EQ(grid.cells[4].words[0].glyphs.size(), 4U);
  EXPECT_EQ(text(grid.cells[5]), "1.23");
}

TEST(ColumnMarks, AreNotAddedToClearNumbers) {
  TableGrid grid = a_column({"12.50", "3.75", "118.20", "79143"});
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "79143");
}

TEST(ColumnMarks, AreNotAddedWhereColumnsDisagree) {
  TableGrid grid = a_column({"12.50", "375", "118.20", "79143", "1200"});
  grid.cells[3].words[0].word.glyphs[2].confidence = 0.6F;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "79143");
}

TEST(ColumnMarks, AreNotAddedToOtherTexts) {
  TableGrid grid = a_column({"12.50", "3.75", "118.20", "EU-125"});
  grid.cells[3].words[0].word.glyphs[4].confidence = 0.6F;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "EU-125");
  grid = a_column({"1998-99", "1999-00", "2000-01", "20012002"});
  grid.cells[3].words[0].word.glyphs[5].confidence = 0.6F;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[3]), "20012002");
}

TEST(ColumnMarks, AreNotAddedToYears) {
  TableGrid grid = a_column({"2020", "1,234", "5,678", "9,012", "3,456"});
  grid.cells[0].words[0].word.glyphs[0].confidence = 0.6F;
  restore_marks(grid);
  EXPECT_EQ(text(grid.cells[0]), "2020");
}

TEST(CellCapitals, AreRestoredWhereOthersBeginWithThem) {
  TableGrid grid = a_column({"City", "Rome", "Paris", "oslo"});
  restore_capitals(grid, cv::Mat::ones(200, 400, CV_8U));
  EXPECT_EQ(text(grid.cells[3]), "Oslo");
}

TEST(CellCapitals, AreRestoredInManyCells) {
  TableGrid grid = a_column({"City", "Rome", "oslo", "vienna", "cologne"});
  restore_capitals(grid, cv::Mat::ones(300, 400, CV_8U));
  EXPECT_EQ(text(grid.cells[4]), "Cologne");
}

TEST(CellCapitals, AreNotAddedToLettersOfTheHeightOfSmallOnes) {
  TableGrid grid = a_column({"City", "Rome", "Paris", "oslo"});
  cv::Rect& first = grid.cells[3].words[0].glyphs[0];
  first.y += 6, first.height -= 6;
  restore_capitals(grid, cv::Mat::ones(200, 400, CV_8U));
  EXPECT_EQ(text(grid.cells[3]), "oslo");
}

TEST(CellCapitals, AreNotAddedToColumnsOfSmallLetters) {
  TableGrid grid = a_column({"State", "open", "paid", "closed"});
  restore_capitals(grid, cv::Mat::ones(200, 400, CV_8U));
  EXPECT_EQ(text(grid.cells[1]), "open");
  EXPECT_EQ(text(grid.cells[3]), "closed");
}

TEST(CellCapitals, OfAnIDependOnItsDot) {
  TableGrid grid = a_column({"Total", "Rent", "Tax", "item"});
  cv::Mat ink = cv::Mat::ones(200, 400, CV_8U);
  ink.rowRange(134, 137).setTo(0);  // below the dot
  restore_capitals(grid, ink);
  EXPECT_EQ(text(grid.cells[3]), "item");
  restore_capitals(grid, cv::Mat::ones(200, 400, CV_8U));
  EXPECT_EQ(text(grid.cells[3]), "Item");
}

/// A ruled column whose lines have these texts at 10 and 200.
TableGrid a_double_column(const std::vector<std::pair<std::string, std::string>>& lines) {
  TableGrid grid = a_column(std::vector<std::string>(lines.size()));
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const int y = 40 * static_cast<int>(row) + 30;
    for (const auto& [x, words] : {std::pair(10, lines[row].first), std::pair(200, lines[row].second)})
      if (!words.empty()) grid.cells[row].words.push_back(a_word(words, x, y));
  }
  return grid;
}

TEST(ColumnGroups, AreSplitWhereMostLinesHaveSeveralTexts) {
  TableGrid grid = a_double_column({{"Males", "Females"}, {"12", "13"}, {"14", "15"}, {"16", ""}});
  split_columns(grid);
  ASSERT_EQ(grid.columns(), 2);
  EXPECT_EQ(text(grid.cells[3]), "13");
  EXPECT_TRUE(grid.cells[7].words.empty());
}

TEST(ColumnGroups, KeepACellOverSeveral) {
  TableGrid grid = a_double_column({{"", ""}, {"12", "13"}, {"14", "15"}, {"16", "17"}});
  grid.cells[0].words = {a_word("Populationofthetown", 60, 30)};
  split_columns(grid);
  ASSERT_EQ(grid.columns(), 2);
  EXPECT_EQ(grid.cells[0].column_span, 2);
  EXPECT_EQ(grid.cells.size(), 7U);
}

TEST(ColumnGroups, AreOneWithCurrencySigns) {
  TableGrid grid = a_double_column({{"$", "12"}, {"$", "13"}, {"$", "14"}, {"$", "15"}});
  split_columns(grid);
  EXPECT_EQ(grid.columns(), 1);
}

}  // namespace
}  // namespace ocelli::internal::cell_texts_test
