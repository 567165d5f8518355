#include "ocelli/pipelines/output/page_tables.hpp"

#include <gmock/gmock.h>

#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::page_tables_test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Two rows of these texts, the first one of headings.
ReadTable a_table(const std::string& a, const std::string& b, const std::string& c, const std::string& d) {
  return {{0, 0, 40, 20},
          2,
          2,
          1,
          {{0, 0, 1, 1, {}, a, 1, {}},
           {0, 1, 1, 1, {}, b, 1, {}},
           {1, 0, 1, 1, {}, c, 1, {}},
           {1, 1, 1, 1, {}, d, 1, {}}}};
}

Record a_record(std::vector<ReadTable> tables) {
  PageText page = test::made_page();
  page.tables = std::move(tables);
  return test::made_record("a.png", std::move(page));
}

TEST(PageTablesCsv, HasARowForEachRow) {
  EXPECT_EQ(page_tables_csv(a_record({a_table("Item", "Price", "Tea", "free")}), 1),
            "Item,Price\nTea,free\n");
}

TEST(PageTablesCsv, WritesNumbersPlainly) {
  ReadTable table = a_table("Item", "Price", "Tea", "(1.234,50)");
  table.cells[3].number = -1234.5;
  EXPECT_EQ(page_tables_csv(a_record({table}), 1), "Item,Price\nTea,-1234.5\n");
}

TEST(PageTablesCsv, QuotesWhatSeparatesCells) {
  EXPECT_EQ(page_tables_csv(a_record({a_table("a,b", "say \"x\"", "two\nlines", "")}), 1),
            "\"a,b\",\"say \"\"x\"\"\"\n\"two\nlines\",\n");
}

TEST(PageTablesCsv, WritesNoFormulas) {
  const std::string csv = page_tables_csv(a_record({a_table("=SUM(A1:A9)", "+49 30", "@x", "-")}), 1);
  EXPECT_EQ(csv, "'=SUM(A1:A9),'+49 30\n'@x,-\n");
}

TEST(PageTablesCsv, PartsTablesByEmptyLines) {
  const ReadTable table = a_table("a", "b", "c", "d");
  EXPECT_EQ(page_tables_csv(a_record({table, table}), 1), "a,b\nc,d\n\na,b\nc,d\n");
  EXPECT_EQ(page_tables_csv(a_record({table}), 2), "\na,b\nc,d\n");
  EXPECT_EQ(page_tables_csv(a_record({}), 1), "");
  EXPECT_EQ(page_tables_csv({.input = "bad.png", .error = "is empty"}, 1), "");
}

TEST(PageTablesHtml, HasHeadingsAndSpans) {
  ReadTable table = a_table("Year", "", "1", "2");
  table.cells[0].column_span = 2;
  table.cells.erase(table.cells.begin() + 1);
  EXPECT_EQ(page_tables_html(a_record({table})),
            "<table>\n<thead>\n<tr><th "
            "colspan=\"2\">Year</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td>2</td></tr>\n</tbody>\n"
            "</table>\n");
}

TEST(PageTablesHtml, EscapesMarkup) {
  const std::string html = page_tables_html(a_record({a_table("<script>", "a & b", "\x01", "\xFF")}));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html, HasSubstr("a &amp; b"));
  EXPECT_THAT(html, Not(HasSubstr("\x01")));
}

TEST(PageTablesMarkdown, HasARowOfDashesBelowTheHeadings) {
  EXPECT_EQ(page_tables_markdown(a_record({a_table("Item", "Price", "a|b", "two\nlines")}), 1),
            "| Item | Price |\n| --- | --- |\n| a\\|b | two lines |\n");
}

TEST(PageTablesMarkdown, JoinsHeadingRows) {
  ReadTable table = a_table("Net", "Tax", "2020", "2021");
  table.header_rows = 2;
  EXPECT_EQ(page_tables_markdown(a_record({table}), 1), "| Net 2020 | Tax 2021 |\n| --- | --- |\n");
}

}  // namespace
}  // namespace ocelli::internal::page_tables_test
