#include "ocelli/pipelines/stages/continued_tables.hpp"

#include <gtest/gtest.h>

#include "ocelli/text/tables/cell_number.hpp"
#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::continued_tables_test {
namespace {

/// A table of two columns, 20 pixels for each row.
ReadTable a_table(int top, const std::vector<std::vector<std::string>>& rows, int header_rows,
                  int left = 100) {
  ReadTable table{{left, top, 400, 20 * static_cast<int>(rows.size())},
                  static_cast<int>(rows.size()),
                  2,
                  header_rows,
                  {}};
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < 2; ++column) {
      const cv::Rect box(left + 200 * column, top + 20 * row, 200, 20);
      table.cells.push_back({row,
                             column,
                             1,
                             1,
                             box,
                             rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                             1,
                             {}});
      table.cells.back().number = number_of(table.cells.back().text, DecimalMark::point);
    }
  }
  return table;
}

const std::vector<std::vector<std::string>> kBegin{{"Item", "Price"}, {"Tea", "12.50"}},
    kRest{{"Rice", "3.20"}, {"Salt", "1.10"}}, kRepeated{{"Item", "Pr1ce"}, {"Rice", "3.20"}},
    kOther{{"Town", "People"}, {"Rome", "12"}};

Record page(const std::string& input, const ReadTable& table, int lines_above = 1, int lines_below = 1) {
  PageText text{1000, 1400, {}};
  text.tables = {table};
  std::vector<ReadLine> lines;
  for (int i = 0; i < lines_above; ++i)
    lines.push_back(test::made_line({test::made_word("above", 100, 0, 1)}));
  for (int i = 0; i < lines_below; ++i)
    lines.push_back(test::made_line({test::made_word("below", 100, 1370, 1)}));
  text.blocks.push_back(test::made_block(std::move(lines)));
  return test::made_record(input, std::move(text));
}

/// The table of the second page after both were marked.
ReadTable second(Record one, Record other) {
  ContinuedTables tables;
  tables.mark({.input = one.input, .content = {}}, one);
  tables.mark({.input = other.input, .content = {}}, other);
  EXPECT_FALSE(one.page->tables[0].continues);
  return other.page->tables[0];
}

const Record kFirst = page("a.pdf#0", a_table(1200, kBegin, 1));

TEST(ContinuedTables, GoOnWithARowOfFigures) {
  const ReadTable table = second(kFirst, page("a.pdf#1", a_table(100, kRest, 0)));
  EXPECT_TRUE(table.continues);
  EXPECT_EQ(table.header_rows, 0);
}

TEST(ContinuedTables, GoOnWithRepeatedHeadings) {
  const ReadTable table = second(kFirst, page("a.pdf#1", a_table(100, kRepeated, 0)));
  EXPECT_TRUE(table.continues);
  EXPECT_EQ(table.header_rows, 1);
}

TEST(ContinuedTables, GoOnOnAShiftedPage) {
  EXPECT_TRUE(second(kFirst, page("a.pdf#1", a_table(100, kRest, 0, 140))).continues);
}

TEST(ContinuedTables, EndBeforeOtherHeadings) {
  EXPECT_FALSE(second(kFirst, page("a.pdf#1", a_table(100, kOther, 1))).continues);
}

TEST(ContinuedTables, EndBeforeText) {
  EXPECT_FALSE(second(kFirst, page("a.pdf#1", a_table(100, kRest, 0), 5)).continues);
  EXPECT_FALSE(second(page("a.pdf#0", a_table(700, kBegin, 1), 1, 5), page("a.pdf#1", a_table(100, kRest, 0)))
                   .continues);
}

TEST(ContinuedTables, EndAboveWhite) {
  EXPECT_FALSE(second(page("a.pdf#0", a_table(700, kBegin, 1)), page("a.pdf#1", a_table(100, kRepeated, 1)))
                   .continues);
}

TEST(ContinuedTables, EndAboveANoteAndWhite) {
  Record first = page("a.pdf#0", a_table(700, kBegin, 1), 1, 0);
  first.page->blocks.push_back(test::made_block({test::made_line({test::made_word("Source", 100, 750, 1)})}));
  EXPECT_FALSE(second(first, page("a.pdf#1", a_table(100, kRepeated, 1))).continues);
}

TEST(ContinuedTables, EndWithATotal) {
  const ReadTable invoice = a_table(1180, {{"Item", "Price"}, {"Tea", "12.50"}, {"Total:", "12.50"}}, 1);
  EXPECT_FALSE(second(page("a.pdf#0", invoice), page("a.pdf#1", a_table(100, kRepeated, 1))).continues);
}

/// page() with this line above the table instead.
Record headed_page(const std::string& input, const ReadTable& table, const std::vector<std::string>& line) {
  Record record = page(input, table, 0);
  std::vector<ReadWord> words;
  for (int x = 100; const std::string& word : line) {
    words.push_back(test::made_word(word, x, 0, 1));
    x += 300;
  }
  record.page->blocks.push_back(test::made_block({test::made_line(std::move(words))}));
  return record;
}

TEST(ContinuedTables, GoOnBelowRunningHeadsAndPageNumbers) {
  const ReadTable above = a_table(1200, kBegin, 1), below = a_table(100, kRepeated, 0);
  EXPECT_TRUE(
      second(headed_page("a.pdf#0", above, {"Prices", "7"}), headed_page("a.pdf#1", below, {"8", "Prices"}))
          .continues);
  for (const std::vector<std::string>& number : {std::vector<std::string>{"Page", "8", "of", "9"}, {"-8-"}})
    EXPECT_TRUE(second(page("a.pdf#0", above, 0), headed_page("a.pdf#1", below, number)).continues);
}

TEST(ContinuedTables, EndBeforeOtherCaptions) {
  const ReadTable above = a_table(1200, kBegin, 1), below = a_table(100, kRepeated, 0);
  EXPECT_FALSE(
      second(headed_page("a.pdf#0", above, {"Prices"}), headed_page("a.pdf#1", below, {"Sales"})).continues);
  EXPECT_FALSE(
      second(headed_page("a.pdf#0", above, {"Invoice17"}), headed_page("a.pdf#1", below, {"Invoice18"}))
          .continues);
}

TEST(ContinuedTables, EndBeforeHeadingsWithFigures) {
  for (const char* const heading : {"Q2", "10 mm", "2021"}) {
    const ReadTable other = a_table(100, {{"Size", heading}, {"Bolt", "1.20"}}, 0);
    EXPECT_FALSE(second(kFirst, page("a.pdf#1", other)).continues) << heading;
  }
}

TEST(ContinuedTables, OfWordsGoOnWithRepeatedHeadingsOnly) {
  const Record first = page("a.pdf#0", a_table(1200, {{"Name", "Town"}, {"Ann", "Leeds"}}, 1));
  const ReadTable same = a_table(100, {{"Name", "Town"}, {"Bob", "York"}}, 1),
                  other = a_table(100, {{"Fruit", "Taste"}, {"Plum", "sweet"}}, 1);
  EXPECT_TRUE(second(first, page("a.pdf#1", same)).continues);
  EXPECT_FALSE(second(first, page("a.pdf#1", other)).continues);
}

TEST(ContinuedTables, EndBeforeOtherColumns) {
  ReadTable narrow = a_table(100, kRest, 0);
  for (ReadCell& cell : narrow.cells)
    cell.box = {100 + 300 * cell.column, cell.box.y, 300 - 200 * cell.column, 20};
  EXPECT_FALSE(second(kFirst, page("a.pdf#1", narrow)).continues);
}

TEST(ContinuedTables, EndWithTheFileAndBeforeMissingPages) {
  for (const char* const next : {"b.pdf#1", "a.pdf#2", "a.pdf#0", "a.png"})
    EXPECT_FALSE(second(kFirst, page(next, a_table(100, kRest, 0))).continues) << next;
}

TEST(ContinuedTables, GoOnOverSeveralPages) {
  ContinuedTables tables;
  std::vector<std::vector<std::string>> rows(55, {"Rice", "3.20"});
  rows[0] = kRepeated[0];
  const ReadTable full = a_table(100, rows, 1);
  for (int i = 0; i < 3; ++i) {
    Record record = page("a.pdf#" + std::to_string(i), i == 0 ? a_table(1200, kBegin, 1) : full);
    tables.mark({.input = record.input, .content = {}}, record);
    EXPECT_EQ(record.page->tables[0].continues, i > 0);
  }
}

}  // namespace
}  // namespace ocelli::internal::continued_tables_test
