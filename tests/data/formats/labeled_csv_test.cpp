#include "ocelli/data/formats/labeled_csv.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal::labeled_csv_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Reads like bench and data sets: missing values are not filled in.
Samples parse(const std::string& text) {
  TableOptions options;
  options.missing = MissingValues::refuse;
  return parse_table(text, "t.csv", options).samples;
}

std::string error_of(const std::string& text) {
  return test::error_of([&] { parse(text); }).what();
}

TEST(LabeledCsv, HoldsNumbersAndALabelALine) {
  const Samples samples = parse("1, 2.5,-3e2,cat\r\n\n0,0.25,7,ant\n4,5,6,cat");
  EXPECT_EQ(samples.count(), 3u);
  EXPECT_THAT(samples.row(0), ElementsAre(1, 2.5f, -300));
  EXPECT_THAT(samples.row(1), ElementsAre(0, 0.25f, 7));
  EXPECT_THAT(samples.row(2), ElementsAre(4, 5, 6));
  EXPECT_THAT(samples.classes, ElementsAre("ant", "cat"));
  EXPECT_THAT(samples.labels, ElementsAre(1, 0, 1));
  EXPECT_EQ(samples.shape, std::nullopt);
}

TEST(LabeledCsv, SortsClassesByValueWhereAllAreNumbers) {
  EXPECT_THAT(parse("0,10\n0,9\n0,-1\n0,9.5\n").classes, ElementsAre("-1", "9", "9.5", "10"));
  EXPECT_THAT(parse("0,10\n0,9\n0,b\n0,B\n").classes, ElementsAre("10", "9", "B", "b"));
}

TEST(LabeledCsv, TakesLabelsInQuotes) {
  const Samples samples = parse("1,\"a, \"\"b\"\"\"\n2,\"c\"\n3,c\n");
  EXPECT_THAT(samples.classes, ElementsAre("a, \"b\"", "c"));
  EXPECT_THAT(samples.labels, ElementsAre(0, 1, 1));
}

TEST(LabeledCsv, LeavesOutRowsThatAreRagged) {
  const auto problems = [](const std::string& text) { return parse_table(text, "t.csv").problems; };
  EXPECT_THAT(problems("1,2,a\n1,2,b\n\n1,b\n"),
              ElementsAre(Problem{"t.csv:4", "has 2 columns, but the table has 3"}));
  EXPECT_THAT(problems("1,2,a\n1,2,3,b\n1,2,b\n5,\"2,b\n6,2,b\n"),
              ElementsAre(Problem{"t.csv:2", "has 4 columns, but the table has 3"},
                          Problem{"t.csv:4", "a quoted cell does not end"}));
  EXPECT_THAT(problems("1,2,a\n1,2,b,\n"), IsEmpty()) << "an empty cell beyond the last column";
}

TEST(LabeledCsv, TakesRowsThatFitWithoutTheEmptyColumnsAtTheEnd) {
  const Table table = parse_table("5\ta\t\n7\tb\t\n6\ta\n", "t.tsv");
  EXPECT_EQ(table.samples.count(), 3u);
}

TEST(LabeledCsv, RefusesNumbersThatAreNotFiniteWhereNothingMayBeMissing) {
  for (const char* value : {"inf", "-inf", "1e39", "1e999"})
    EXPECT_EQ(error_of("5,a\n" + std::string(value) + ",a\n"),
              "t.csv:2: column 1 must be a finite number, got '" + std::string(value) + "'");
}

TEST(LabeledCsv, WithoutNumbersOrLabelsIsRefused) {
  for (const char* empty : {"", "\n \n"}) EXPECT_THAT(error_of(empty), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(error_of("a\nb\n"), HasSubstr("t.csv:1: has only a label"));
  EXPECT_THAT(error_of("1,\n1, \n"), HasSubstr("only a label"));
}

TEST(LabeledCsv, MayHoldAsManyClassesAsLabelsCanTell) {
  std::string text;
  for (std::size_t i = 0; i < 2 * kMaxClasses; ++i) text += "0,c" + std::to_string(i % kMaxClasses) + "\n";
  EXPECT_EQ(parse(text).classes.size(), kMaxClasses);
  EXPECT_THAT(error_of(text + "0,x\n0,x\n"), HasSubstr("t.csv:131071: there are more than 65535 classes"));
}

TEST(LabeledCsv, NamesTheFirstLineWhenThatIsTooLongOrBadlyQuoted) {
  std::string line = "1";
  while (line.size() <= 1 << 20) line += ",1";
  EXPECT_THAT(error_of(line), HasSubstr("t.csv:1: "));
  EXPECT_THAT(error_of("1,\"a\n"), HasSubstr("t.csv:1: a quoted cell does not end"));
  EXPECT_THAT(error_of("1,a\n1,\"" + std::string(1 << 20, '\n') + "\"\n"), HasSubstr("t.csv:2: "));
}

TEST(LabeledCsv, IsReadFromPlainAndPackedFiles) {
  const test::TemporaryFolder folder;
  for (const auto& path :
       {folder.write("t.csv", "1,2,a\n"), folder.write("t.csv.gz", test::gzip("1,2,a\n"))}) {
    const Samples samples = read_labeled_csv(path);
    EXPECT_THAT(samples.row(0), ElementsAre(1, 2));
    EXPECT_THAT(samples.classes, ElementsAre("a"));
  }
  EXPECT_THAT(test::error_of([&] { read_labeled_csv(folder.path() / "gone.csv"); }).what(),
              HasSubstr("gone.csv: no such file"));
}

TEST(LabeledCsv, PassesOverAHeaderAndNamesItsColumns) {
  const Table table = parse_table("wide,\"high, in cm\",kind\n1,2,a\n3,4,b\n", "t.csv");
  EXPECT_THAT(table.samples.row(0), ElementsAre(1, 2));
  EXPECT_THAT(table.columns.names, ElementsAre("wide", "high, in cm", "kind"));
  EXPECT_THAT(parse("1,2,a\n").row(0), ElementsAre(1, 2));
  EXPECT_EQ(parse_table("?,NA,a\n1,2,b\n1,?,a\n", "t.csv").samples.count(), 3u);
}

TEST(LabeledCsv, TakesAHeaderForOneWhenTold) {
  TableOptions options;
  options.header = TableHeader::yes;
  EXPECT_THAT(parse_table("0,1,label\n5,6,a\n", "t.csv", options).samples.row(0), ElementsAre(5, 6));
  options.header = TableHeader::no;
  EXPECT_EQ(parse_table("x,y,label\n5,6,a\n", "t.csv", options).samples.count(), 2u);
  EXPECT_THAT(error_of("x,y,label\n"), HasSubstr("has a header but no rows"));
}

TEST(LabeledCsv, FindsSemicolonsAndTabs) {
  for (const char* text :
       {"1.5;2.5;a\n", "1,5;2,5;a\n", "1.5\t2.5\ta\n", "1.5,\t2.5,\ta\n", "\"1.5\";\"2.5\";\"a\"\n"})
    EXPECT_THAT(parse(text).row(0), ElementsAre(1.5f, 2.5f)) << text;
  EXPECT_THAT(parse("2,\"a;b\"\n3,\"c\"\n").classes, ElementsAre("a;b", "c"));
  EXPECT_THAT(parse("1.5;2;a\n1,5;2;a\n").row(1), ElementsAre(1.5f, 2));
  TableOptions options;
  options.separator = TableSeparator::comma;
  EXPECT_THAT(parse_table("width; cm,kind\n1,a\n", "t.csv", options).columns.names,
              ElementsAre("width; cm", "kind"));
}

TEST(LabeledCsv, TakesTheLabelFromAnyColumn) {
  TableOptions options;
  for (const char* label : {"first", "1", "kind"}) {
    options.label_column = label;
    const Samples samples = parse_table("kind,x,y\na,1,2\nb,3,4\n", "t.csv", options).samples;
    EXPECT_THAT(samples.row(1), ElementsAre(3, 4)) << label;
    EXPECT_THAT(samples.classes, ElementsAre("a", "b"));
  }
  options.label_column = "sort";
  const Error error = test::error_of([&] { parse_table("kind,x,y\na,1,2\n", "t.csv", options); });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_STREQ(error.what(), "--label-column: no column 'sort' among the 3: 'kind', 'x', 'y'");
}

TEST(LabeledCsv, LeavesColumnsOut) {
  TableOptions options;
  options.ignore_columns = "name,1";
  const Table table = parse_table("id,x,name,kind\n1,5,Ann,a\n2,6,Bob,b\n", "t.csv", options);
  EXPECT_THAT(table.samples.row(1), ElementsAre(6));
  EXPECT_THAT(table.columns.roles,
              ElementsAre(ColumnRole::ignored, ColumnRole::input, ColumnRole::ignored, ColumnRole::label));
}

TEST(LabeledCsv, FillsMissingValuesWithTheMedianOfTheirColumn) {
  const Table table = parse_table("1,8,a\n?,NA,a\n5,,b\n2,nan,b\n9,4,b\n", "t.csv");
  EXPECT_THAT(table.samples.row(1), ElementsAre(3.5f, 6));
  EXPECT_THAT(table.columns.fills, ElementsAre(3.5f, 6));
  EXPECT_THAT(table.notes,
              ElementsAre("t.csv is read without a header, commas between cells, the label in "
                          "column 3; 4 missing values are replaced by the median of the column."));
  EXPECT_THAT(error_of("1,8,a\n?,5,a\n"),
              "t.csv:2: column 1 is missing a value; --missing median replaces it");
}

TEST(LabeledCsv, TellsOfWhatLooksLikeAMistake) {
  EXPECT_THAT(
      parse_table("label,x\na,1\nb,2\n", "t.csv", {.header = TableHeader::automatic, .label_column = "label"})
          .notes.size(),
      1u);
  std::string text = "id,class,x\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i) + "," + std::to_string(i % 2) + ",7\n";
  const std::vector<std::string> notes = parse_table(text, "t.csv").notes;
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(notes[1],
            "Columns that only identify rows are ignored: column 1 'id'; --ignore-columns none keeps them.");
  EXPECT_EQ(notes[2], "Another column is named 'class': --label-column class uses it as the label.");
}

TEST(LabeledCsv, HasAnyLineEndsAndQuotesOverLines) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const Samples samples = parse("\xEF\xBB\xBF" + ("1,2,a" + end) + "3,4,\"b" + end + "c\"" + end + "5,6,a");
    EXPECT_THAT(samples.row(2), ElementsAre(5, 6));
    EXPECT_THAT(samples.classes, ElementsAre("a", "b" + end + "c"));
  }
  EXPECT_EQ(parse_table("1,2,a\r1,b\r", "t.csv").problems.front().where, "t.csv:2");
}

TEST(LabeledCsv, IsReadFromUtf16Files) {
  using namespace std::string_literals;
  const test::TemporaryFolder folder;
  EXPECT_THAT(read_labeled_csv(folder.write("t.csv",
                                            "\xFF\xFE"
                                            "1\0,\0a\0\n\0"s))
                  .classes,
              ElementsAre("a"));
}

TEST(LabeledCsv, RefusesUtf16ThatNobodyDecoded) {
  using namespace std::string_literals;
  for (const std::string& text : {"\xFF\xFE"
                                  "1\0,\0a\0"s,
                                  "\xFE\xFF\0"
                                  "1\0,\0a"s,
                                  "1\0,\0a\0"s})
    EXPECT_THAT(error_of(text), HasSubstr("is UTF-16, or not text; save the table as CSV in UTF-8"));
}

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
  EXPECT_THAT(error_of("color,kind\nred,a\n?,b\nblue,b\n"),
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

}  // namespace
}  // namespace ocelli::internal::labeled_csv_test
