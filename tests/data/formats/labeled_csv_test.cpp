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

}  // namespace
}  // namespace ocelli::internal::labeled_csv_test
