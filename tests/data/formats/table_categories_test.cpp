#include "ocelli/data/formats/labeled_csv.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"

namespace ocelli::internal::table_categories_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Reads like most callers: missing values are filled in.
Table table_of(const std::string& text, const TableOptions& options = {}) {
  return parse_table(text, "t.csv", options);
}

TEST(TableCategories, AreOneValueEach) {
  const Table table = table_of("size;color;kind\n1,5;red;a\n2;\"dark; blue\";b\n3;red;a\n");
  EXPECT_THAT(table.columns.categories, ElementsAre(IsEmpty(), ElementsAre("dark; blue", "red")));
  EXPECT_EQ(table.columns.inputs(), 2u);
  EXPECT_EQ(table.columns.width(), 3u);
  EXPECT_THAT(table.samples.row(0), ElementsAre(1.5f, 0, 1));
  EXPECT_THAT(table.samples.row(1), ElementsAre(2, 1, 0));
  EXPECT_THAT(table.samples.row(2), ElementsAre(3, 0, 1));
  EXPECT_THAT(table.notes, ElementsAre(StartsWith("t.csv is read with a header"),
                                       "Text is read as categories: column 2 'color' (2)."));
}

TEST(TableCategories, HaveNumbersAmongThemWhereMostOfTheColumnIsText) {
  const Table table = table_of("B,4,x\n2,5,y\nA1,6,x\n");
  EXPECT_THAT(table.columns.categories, ElementsAre(ElementsAre("2", "A1", "B"), IsEmpty()));
  EXPECT_THAT(table.samples.row(1), ElementsAre(1, 0, 0, 5));
}

TEST(TableCategories, MayBeNumbersWhereTold) {
  const std::string text = "zip,size,kind\n07,1,a\n7,2,b\n,3,a\nB5,4,a\n12,4,a\n";
  const Table table = table_of(text, {.category_columns = "zip"});
  EXPECT_THAT(table.columns.categories, ElementsAre(ElementsAre("07", "12", "7", "B5"), IsEmpty()));
  EXPECT_THAT(table.samples.row(1), ElementsAre(0, 0, 1, 0, 2));
  EXPECT_THAT(table.samples.row(2), ElementsAre(0, 0, 0, 0, 3));
  for (const char* wrong : {"town", "kind"}) {
    EXPECT_EQ(test::error_of([&] { table_of(text, {.category_columns = wrong}); }).where(),
              "--category-columns");
  }
}

TEST(TableCategories, AreNoneOfAMissingCell) {
  const std::string text = "color,size,kind\nred,1,a\n,?,b\nblue,3,a\nNA,5,b\n";
  const Table table = table_of(text);
  EXPECT_THAT(table.samples.row(1), ElementsAre(0, 0, 3));
  EXPECT_THAT(table.samples.row(3), ElementsAre(0, 0, 5));
  EXPECT_THAT(table.columns.fills, ElementsAre(0, 3));
  EXPECT_THAT(table.notes[0], HasSubstr("; 1 missing value is replaced by the median"));
  const TableOptions refusing{.missing = MissingValues::refuse};
  EXPECT_THAT(test::error_of([&] { table_of("color,kind\nred,a\n?,b\nblue,b\n", refusing); }).what(),
              StartsWith("t.csv:3: column 1 'color' is missing a value"));
}

/// Ten rows, `missing` of them without the second number.
std::string with_missing(int missing) {
  std::string text = "size,weight,kind\n";
  for (int i = 0; i < 10; ++i)
    text += std::to_string(i) + ',' + (i < missing ? "" : std::to_string(100 + i)) + ',' + "ab"[i % 2] + '\n';
  return text;
}

TEST(MissingMarks, AreAValueOfColumnsInWhichFiveAreMissing) {
  const Table table = table_of(with_missing(5));
  EXPECT_THAT(table.columns.missing_marks, ElementsAre(0, 1));
  EXPECT_EQ(table.columns.width(), 3u);
  EXPECT_THAT(table.samples.row(4), ElementsAre(4, 107, 1));
  EXPECT_THAT(table.samples.row(5), ElementsAre(5, 105, 0));
  EXPECT_THAT(table.notes[0], HasSubstr("by the median of the column, and marked."));
  EXPECT_THAT(table_of(with_missing(4)).columns.missing_marks, IsEmpty());
}

TEST(MissingMarks, AreGivenToOtherTablesAsToThatOfTraining) {
  const TableColumns columns = table_of(with_missing(5)).columns;
  const Samples like =
      parse_table_like("size,weight\n1,7\n2,?\n", "other.csv", columns, Labels::optional).samples;
  EXPECT_THAT(like.row(0), ElementsAre(1, 7, 0));
  EXPECT_THAT(like.row(1), ElementsAre(2, 107, 1));
}

TEST(MissingMarks, StandBesideCategories) {
  std::string text = "color,weight,kind\n";
  for (int i = 0; i < 8; ++i) text += std::string(i % 2 == 0 ? "red,,a\n" : "blue,3,b\n");
  for (int i = 0; i < 2; ++i) text += ",?,a\n";
  const Table table = table_of(text);
  EXPECT_THAT(table.columns.missing_marks, ElementsAre(0, 1));
  EXPECT_THAT(table.samples.row(0), ElementsAre(0, 1, 3, 1));
  EXPECT_THAT(table.samples.row(1), ElementsAre(1, 0, 3, 0));
  EXPECT_THAT(table.samples.row(9), ElementsAre(0, 0, 3, 1));
}

TEST(TableCategories, AreTheMostFrequentTexts) {
  std::string text = "seldom,a\n";
  for (int i = 0; i < 64; ++i) {
    for (int copy = 0; copy < 2; ++copy) text += "t" + std::to_string(100 + i) + ",a\n";
  }
  const Table table = table_of(text, {.header = TableHeader::no});
  ASSERT_EQ(table.columns.categories[0].size(), 64u);
  EXPECT_EQ(table.columns.categories[0].front(), "t100");
  EXPECT_EQ(table.columns.categories[0].back(), "t163");
  EXPECT_EQ(table.samples.values.row(0).sum(), 0);
  EXPECT_EQ(table.samples.values.row(128)[63], 1);
  EXPECT_THAT(table.notes[1], HasSubstr("column 1 (the most frequent 64 of 65)"));
}

TEST(TableCategories, MayBeTheSameInEachRow) {
  EXPECT_THAT(table_of("x,c,kind\n1,on,a\n2,on,b\n").samples.row(1), ElementsAre(2, 1));
}

TEST(TableCategories, AreNoneOfTextThatTellsRowsApart) {
  std::string text = "size,name,kind\n";
  for (int i = 0; i < 30; ++i) text += "1,n" + std::to_string(i) + ",a\n";
  const Table table = table_of(text);
  EXPECT_EQ(table.samples.width(), 1u);
  EXPECT_THAT(table.notes, Contains(HasSubstr("only identify rows are ignored: column 2 'name'")));
  EXPECT_EQ(table_of(text, {.ignore_columns = "none"}).samples.width(), 31u);
  EXPECT_THAT(test::error_of([&] { table_of(text, {.ignore_columns = "size"}); }).what(),
              StartsWith("t.csv: has no column to learn from"));
}

TEST(TableCategories, DoNotTakeMoreMemoryThanAllowed) {
  std::string text;
  for (int i = 0; i < 40'000; ++i) {
    for (int column = 0; column < 16; ++column) text += "t" + std::to_string((i * 7 + column) % 64) + ",";
    text += "a\n";
  }
  InputLimits limits;
  limits.max_megabytes = 64;
  EXPECT_THAT(test::error_of([&] { parse_table(text, "t.csv", {.header = TableHeader::no}, limits); }).what(),
              HasSubstr("40000 rows of 1024 values exceed the 61 MB that --max-megabytes leaves besides the "
                        "text"));
}

TEST(TableCategories, TellOfAFirstRowThatIsTakenForAHeader) {
  const std::string text = "red,s,a\nblue,m,b\nred,s,b\nblue,m,a\n";
  EXPECT_THAT(table_of(text).notes, Contains(HasSubstr("--header no reads it as a row")));
  EXPECT_EQ(table_of(text).notes.size(), 3u);
  EXPECT_EQ(table_of(text, {.header = TableHeader::yes}).notes.size(), 2u);
  EXPECT_EQ(table_of("color,x,kind\n" + text).notes.size(), 2u);
}

TEST(TableCategories, OfTheModelAreThoseOfOtherTables) {
  const TableColumns columns = table_of("color,size,kind\nred,1,a\nblue,3,b\n").columns;
  const Table other =
      parse_table_like("size,color\n7,mauve\n8,blue\n9,\n10,5\n", "u.csv", columns, Labels::optional);
  EXPECT_THAT(other.samples.row(0), ElementsAre(0, 0, 7));
  EXPECT_THAT(other.samples.row(1), ElementsAre(1, 0, 8));
  EXPECT_THAT(other.samples.row(2), ElementsAre(0, 0, 9));
  EXPECT_THAT(other.notes, ElementsAre("u.csv has text outside the model's categories or among numbers in 2 "
                                       "cells, such as 'mauve' in line 2, column 2 'color'; it counts as "
                                       "missing."));
  EXPECT_THAT(parse_table_like("blue,7\n", "u.csv", columns, Labels::optional).samples.row(0),
              ElementsAre(1, 0, 7));
}

}  // namespace
}  // namespace ocelli::internal::table_categories_test
