#include "ocelli/data/formats/column_cells.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"

namespace ocelli::internal::column_cells_test {
namespace {

using testing::ElementsAre;

class ColumnCellsOfTables : public testing::Test {
 protected:
  ColumnCells read(const std::string& text, const std::string& wanted) const {
    return read_column_cells(folder_.write("t.csv", text), columns_, wanted, "--keep", Labels::optional);
  }

  const test::TemporaryFolder folder_;
  const TableColumns columns_ =
      parse_table("id,x,kind\n7,1,a\n8,2,b\n", "t.csv", {.ignore_columns = "id"}).columns;
};

TEST_F(ColumnCellsOfTables, AreThoseOfTheColumnsByNameOrNumber) {
  const std::string text = "x;\"name; full\";id\n1;\"Ann \"\"A\"\"\";007\n\n2;;8\n";
  const ColumnCells cells = read(text, "id,2");
  EXPECT_THAT(cells.names, ElementsAre("id", "name; full"));
  EXPECT_THAT(cells.rows, ElementsAre(ElementsAre("007", "Ann \"A\""), ElementsAre("8", "")));
  EXPECT_THAT(read(text, "\"name; full\"").names, ElementsAre("name; full"));
}

TEST_F(ColumnCellsOfTables, AreNumberedWithoutAHeader) {
  const ColumnCells cells = read("7,1,a\n8,2,b\n", "3,1");
  EXPECT_THAT(cells.names, ElementsAre("3", "1"));
  EXPECT_THAT(cells.rows, ElementsAre(ElementsAre("a", "7"), ElementsAre("b", "8")));
}

TEST_F(ColumnCellsOfTables, AreOfColumnsThatThereAre) {
  const Error error = test::error_of([&] { read("x,id\n1,2\n", "age"); });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_STREQ(error.what(), "--keep: no column 'age' among the 2: 'x', 'id'");
}

}  // namespace
}  // namespace ocelli::internal::column_cells_test
