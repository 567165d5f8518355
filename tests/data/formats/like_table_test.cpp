#include "ocelli/data/formats/labeled_csv.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"

namespace ocelli::internal::like_table_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TableLike : public testing::Test {
 protected:
  /// Two inputs, the first column ignored, the label third.
  const TableColumns columns_ = parse_table("id,x,kind,y\n7,1,a,4\n8,2,b,5\n9,3,b,6\n", "t.csv",
                                            {.label_column = "kind", .ignore_columns = "id"})
                                    .columns;

  Samples read(const std::string& text, Labels labels = Labels::optional) const {
    return parse_table_like(text, "u.csv", columns_, labels).samples;
  }
  std::string error(const std::string& text, Labels labels = Labels::optional) const {
    return test::error_of([&] { read(text, labels); }).what();
  }
};

TEST_F(TableLike, FindsColumnsByName) {
  const Samples samples = read("y;more;x;kind\n5;0;4;b\n");
  EXPECT_THAT(samples.row(0), ElementsAre(4, 5));
  EXPECT_THAT(samples.classes, ElementsAre("b"));
  EXPECT_THAT(read("y,x\n5,4\n").row(0), ElementsAre(4, 5));
  EXPECT_EQ(error("y,z\n5,4\n"),
            "u.csv:1: has no column 'x', which the model was trained on; its columns are 'y', 'z'");
  EXPECT_THAT(error("y,x,x\n5,4,3\n"), HasSubstr("has more than one column 'x'"));
}

TEST_F(TableLike, FindsColumnsByPlaceWithoutAHeader) {
  for (const char* text : {"0,4,b,5\n", "0,4,5\n", "4,5\n"})
    EXPECT_THAT(read(text).row(0), ElementsAre(4, 5)) << text;
  EXPECT_EQ(error("1,2,3,4,5\n"),
            "u.csv:1: has 5 columns, but the model expects 2 values, or all 4 columns of its "
            "training, with the label or without it");
}

TEST_F(TableLike, FillsInWhatTrainingFilledIn) {
  EXPECT_THAT(read("x,y\n,4\nNA,?\n").values.row(1), ElementsAre(2, 5));
  EXPECT_THAT(
      test::error_of([&] { parse_table_like("1,?,a\n", "u.csv", plain_columns(2), Labels::needed); }).what(),
      HasSubstr("u.csv:1: column 2 is missing a value, and the model has no replacement for it"));
}

TEST_F(TableLike, HasLabelsWhereAnyRowDoes) {
  const Samples samples = read("x,y,kind\n1,2,a\n3,4,\n");
  EXPECT_THAT(samples.classes, ElementsAre("", "a"));
  EXPECT_THAT(samples.labels, ElementsAre(1, 0));
  EXPECT_THAT(read("x,y,kind\n1,2,\n3,4,?\n").labels, IsEmpty());
  EXPECT_EQ(read("x,y,kind\n1,2,a\n3,4,\n", Labels::needed).count(), 1u);
  EXPECT_THAT(
      error("x,y\n1,2\n", Labels::needed),
      HasSubstr("u.csv:1: has no column 'kind', which the model was trained on; its columns are 'x', 'y'"));
}

TEST_F(TableLike, HasAnErrorForARowThatCannotBeRead) {
  const Table table = parse_table_like("x,y\n1,2\n3\n5,6\n", "u.csv", columns_, Labels::optional);
  EXPECT_EQ(table.samples.count(), 3u);
  EXPECT_THAT(table.samples.row(2), ElementsAre(5, 6));
  ASSERT_EQ(table.errors.size(), 1u);
  EXPECT_EQ(table.errors[0].sample, 1u);
  EXPECT_EQ(table.errors[0].problem, (Problem{"u.csv:3", "has 1 column, but the table has 2"}));
}

TEST_F(TableLike, FindsNamesThatDifferInCaseAndPunctuation) {
  EXPECT_THAT(read(" Y ,\"X.\"\n5,4\n").row(0), ElementsAre(4, 5));
}

TEST_F(TableLike, FindsColumnsOfTheSameNameInTheirOrder) {
  const TableColumns columns = parse_table("x,x,z,kind\n1,2,3,a\n4,5,6,b\n", "t.csv").columns;
  EXPECT_THAT(parse_table_like("z,x,x\n3,1,2\n", "u.csv", columns, Labels::optional).samples.row(0),
              ElementsAre(1, 2, 3));
}

TEST(TableLikeAnOther, IsOfTheFormThatTrainingWasTold) {
  // The first line has a semicolon in a cell, and resembles a header for the text that is left out.
  const std::string text = "a;b,Bob,?,x\nc,Eve,2,y\nd,Ann,3,x\n";
  const TableOptions options{.separator = TableSeparator::comma,
                             .header = TableHeader::no,
                             .label_column = "last",
                             .ignore_columns = "1,2"};
  const Table table = parse_table(text, "t.csv", options);
  ASSERT_EQ(table.samples.count(), 3u);
  const Samples again = parse_table_like(text, "t.csv", table.columns, Labels::needed).samples;
  EXPECT_EQ(again.values, table.samples.values);

  TableColumns found = table.columns;
  found.form = {};
  EXPECT_EQ(parse_table_like(text, "t.csv", found, Labels::needed).samples.count(), 2u);
  const TableLikeOptions told{.separator = TableSeparator::automatic, .header = TableHeader::automatic};
  EXPECT_EQ(told.over(table.columns), found);
  EXPECT_EQ(TableLikeOptions{}.over(table.columns), table.columns);
}

TEST(TableLikeAnOther, RefusesMissingValuesWhereTold) {
  const Table table = parse_table("1,2,a\n3,4,b\n", "t.csv");
  EXPECT_EQ(parse_table_like("?,2,a\n", "u.csv", table.columns, Labels::needed).samples.row(0)[0], 2);
  const TableLikeOptions told{.missing = MissingLike::refuse};
  EXPECT_THAT(test::error_of([&] {
                parse_table_like("?,2,a\n", "u.csv", told.over(table.columns), Labels::needed);
              }).what(),
              HasSubstr("is missing a value"));
}

TEST(TableLikeAnOther, IsRefusedIfItHasNoValueThatTheModelKnows) {
  const TableColumns columns = parse_table("x,color,kind\n1,red,a\n2,blue,b\n", "t.csv").columns;
  const auto read = [&](const std::string& text) {
    return parse_table_like(text, "u.csv", columns, Labels::optional).samples;
  };
  EXPECT_THAT(test::error_of([&] { read("x,color\nbig,mauve\n,\n"); }).what(),
              HasSubstr("has no value that the model knows, but text such as 'big' in line 2, column 1 'x'"));
  EXPECT_EQ(read("x,color\nbig,mauve\n?,red\n").count(), 2u);
  EXPECT_EQ(read("x,color\n?,\n").count(), 1u) << "gaps are filled in";
}

}  // namespace
}  // namespace ocelli::internal::like_table_test
