#include "ocelli/pipelines/output/joined_tables.hpp"

#include <gtest/gtest.h>

#include "data/temporary_folder.hpp"
#include "ocelli/core/file.hpp"
#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::joined_tables_test {
namespace {

ReadTable a_table(const std::vector<std::string>& texts, int header_rows, bool continues) {
  ReadTable table{{0, 0, 40, 20}, static_cast<int>(texts.size()), 1, header_rows, {}, continues};
  for (int row = 0; row < table.rows; ++row)
    table.cells.push_back({row, 0, 1, 1, {}, texts[static_cast<std::size_t>(row)], 1, {}});
  return table;
}

Record a_page(std::vector<ReadTable> tables) {
  PageText page = test::made_page();
  page.tables = std::move(tables);
  return test::made_record("a.pdf#0", std::move(page));
}

std::string csv_of(const std::vector<Record>& records) {
  const test::TemporaryFolder folder;
  const auto csv = std::ranges::find(page_formats(), "csv", &ResultFormat::name);
  const auto writer = open_results(*csv, folder.path() / "out.csv");
  for (const Record& record : records) writer->write({}, record);
  EXPECT_EQ(writer->finish(), "");
  return read_text(folder.path() / "out.csv", 1 << 20);
}

TEST(JoinedTables, AreOneTable) {
  EXPECT_EQ(
      csv_of({a_page({a_table({"Item", "Tea"}, 1, false)}), a_page({a_table({"Item", "Rice"}, 1, true)}),
              a_page({a_table({"Salt"}, 0, true), a_table({"Town", "Rome"}, 1, false)})}),
      "Item\nTea\nRice\nSalt\n\nTown\nRome\n");
}

TEST(JoinedTables, AreNoneWithoutContinuation) {
  EXPECT_EQ(
      csv_of({a_page({a_table({"Item", "Tea"}, 1, false)}), a_page({a_table({"Town", "Rome"}, 1, false)})}),
      "Item\nTea\n\nTown\nRome\n");
  EXPECT_EQ(csv_of({a_page({}), a_page({a_table({"Salt"}, 0, true)})}), "Salt\n");
}

TEST(JoinedTables, KeepEachPlaceInOneCell) {
  ReadTable table = a_table({"Item", "Tea"}, 1, false), next = a_table({"Item", ""}, 1, true);
  next.cells = {{0, 0, 2, 1, {}, "Item", 1, {}}};
  append_rows(table, next);
  EXPECT_EQ(table.rows, 3);
  ASSERT_EQ(table.cells.size(), 3U);
  EXPECT_EQ(table.cells[2].row, 2);
  EXPECT_EQ(table.cells[2].row_span, 1);
  EXPECT_EQ(table.cells[2].text, "");
}

}  // namespace
}  // namespace ocelli::internal::joined_tables_test
