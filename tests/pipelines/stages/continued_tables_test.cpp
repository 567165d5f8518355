#include "ocelli/pipelines/stages/continued_tables.hpp"

#include <gtest/gtest.h>

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
  const ReadTable full = a_table(100, kRepeated, 1);
  for (int i = 0; i < 3; ++i) {
    Record record = page("a.pdf#" + std::to_string(i), i == 0 ? a_table(1200, kBegin, 1) : full);
    tables.mark({.input = record.input, .content = {}}, record);
    EXPECT_EQ(record.page->tables[0].continues, i > 0);
  }
}

}  // namespace
}  // namespace ocelli::internal::continued_tables_test
