#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"

/// Tables as people have them.
namespace ocelli::internal::table_kinds_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Table table_of(const std::string& text, const TableOptions& options = {}) {
  return parse_table(text, "t.csv", options);
}

Samples like(const std::string& text, const Table& training) {
  return parse_table_like(text, "u.csv", training.columns, Labels::optional).samples;
}

std::set<float> values_of(const Table& table, Eigen::Index column = 0) {
  const auto values = table.samples.values.col(column);
  return {values.begin(), values.end()};
}

/// Rows of `first + i * step` and a class.
std::string counted(long long first, long long step, int rows) {
  std::string text = "t,c\n";
  for (int i = 0; i < rows; ++i)
    text += std::to_string(first + i * step) + (i < rows / 2 ? ",early\n" : ",late\n");
  return text;
}

TEST(TableNumbers, AreDifferentWhenTheyAreLargeAndClose) {
  for (const auto& [first, step] : {std::pair{1'700'000'000LL, 1LL},
                                    {1'700'000'000'000LL, 1000LL},
                                    {20'180'101LL, 1LL},
                                    {9'007'199'254'740'992LL, 4LL}}) {
    const Table table = table_of(counted(first, step, 1000));
    EXPECT_EQ(values_of(table).size(), 1000u) << first;
    const Samples again = like("t\n" + std::to_string(first + 7 * step) + "\n", table);
    EXPECT_EQ(again.row(0)[0], table.samples.row(7)[0]);
  }
  EXPECT_THAT(table_of(counted(0, 3, 100)).columns.offsets, IsEmpty());
}

TEST(TableNumbers, AreDifferentBesideAFarOne) {
  const Table table = table_of(counted(1'700'000'000, 1, 500) + "-1,late\n");
  EXPECT_EQ(values_of(table).size(), 501u);
}

TEST(TableNumbers, HaveMarksBetweenThousandsAndDecimals) {
  EXPECT_THAT(table_of("turnover,b,c\n\"5,125.73\",-1.259,a\n\"4,867.90\",1.514,b\n").samples.row(0),
              ElementsAre(5125.73f, -1.259f));
  EXPECT_THAT(table_of("a;b;c\n5.125,73;-1,259;a\n4.867,90;1,514;b\n").samples.row(0),
              ElementsAre(5125.73f, -1.259f));
  EXPECT_THAT(table_of("a,b,c\n\"5125,73\",-1.259,a\n\"4867,9\",1.514,b\n").samples.row(0),
              ElementsAre(5125.73f, -1.259f));
  EXPECT_THAT(table_of("a;b;c\n5,125;1,888;a\n4,867;396;b\n").samples.row(1), ElementsAre(4867, 396));
  const Table german = table_of("a;b;c\n5.126;-126;a\n4.868;151;b\n");
  EXPECT_THAT(german.samples.row(0), ElementsAre(5126, -126));
  EXPECT_THAT(german.notes, Contains(HasSubstr("points between thousands: column 1 'a'")));
  EXPECT_THAT(like("a,b\n5.126,7\n", german).row(0), ElementsAre(5126, 7));
  EXPECT_THAT(table_of("a,b,c\n$5,10 %,a\n\"$1,500\",20 %,b\n").samples.row(1), ElementsAre(1500, 20));
}

TEST(TableDates, AreNumbersThatAModelCanUse) {
  const Table table = table_of("day,c\n2020-12-31,a\n2021-01-01,b\n2021-01-04,b\n");
  // Days since the median, year, month, day, weekday.
  EXPECT_THAT(table.samples.row(0), ElementsAre(-1, 2020, 12, 31, 3));
  EXPECT_THAT(table.samples.row(2), ElementsAre(3, 2021, 1, 4, 0));
  EXPECT_THAT(like("day\n05.01.2021\n?\n", table).row(0), ElementsAre(4, 2021, 1, 5, 1));
  EXPECT_THAT(like("day\n?\n", table).row(0), ElementsAre(0, 2021, 1, 1, 4));
  const Table moments = table_of("t,c\n31/12/2020 12:00,a\n01/02/2021 00:30,b\n01/01/2021 00:00,b\n");
  EXPECT_THAT(moments.samples.row(0), ElementsAre(-0.5, 2020, 12, 31, 3, 43'200));
  EXPECT_EQ(moments.samples.row(1)[2], 2) << "the day comes first";
  EXPECT_THAT(table_of("t,c\n12:30,a\n00:01:30,b\n").samples.values,
              (SampleValues(2, 1) << 45'000, 90).finished());
}

TEST(TableCategories, MayBeSpellingsOfTrueAndFalse) {
  const Table table = table_of("a,x,c\nTrue,1,a\nFalse,2,b\ntrue,3,a\nTrue,4,b\n");
  EXPECT_THAT(table.columns.categories[0], ElementsAre("False", "True"));
  EXPECT_EQ(table.samples.row(2)[1], 1);
  EXPECT_THAT(like("a,x\nyes,1\nF,1\n", table).row(0), ElementsAre(0, 1, 1));
  const Table numbers = table_of("a,c\n0,a\n1,b\n1,b\n");
  EXPECT_THAT(like("a\nTrue\n", numbers).row(0), ElementsAre(1));
}

TEST(TableCategories, AreFoundInOtherSpellings) {
  const Table table = table_of("color,zip,c\nRed,07,a\nblue,12,b\nblue,12,b\n", {.category_columns = "zip"});
  EXPECT_THAT(like("color,zip\nRED,12.0\n", table).row(0), ElementsAre(1, 0, 0, 1));
}

TEST(TableColumns, MayMixAFewNumbersAndTexts) {
  std::string text = "doors,x,c\n";
  for (int i = 0; i < 40; ++i)
    text += (i % 4 == 3 ? "5more" : std::to_string(2 + i % 4)) + std::string(",") + std::to_string(i * i) +
            (i % 3 == 0 ? ",a\n" : ",b\n");
  EXPECT_THAT(table_of(text).columns.categories[0], ElementsAre("2", "3", "4", "5more"));
}

TEST(TableColumns, OfNumbersMayHaveTexts) {
  std::string text = "x,c\n";
  for (int i = 0; i < 40; ++i)
    text += (i == 7 ? "broken" : std::to_string(i * i)) + std::string(i % 2 == 0 ? ",a\n" : ",b\n");
  const Table table = table_of(text);
  EXPECT_THAT(table.columns.categories, IsEmpty());
  EXPECT_THAT(table.notes,
              Contains(HasSubstr("counts as missing: column 1 'x' (1, such as 'broken' in line 9)")));
}

TEST(TableColumns, WithoutAValueAreIgnored) {
  const Table table = table_of("a,e1,b,e2,c\n1,,2,NA,y\n3,,4,NA,x\n");
  EXPECT_THAT(table.samples.row(1), ElementsAre(3, 4));
  EXPECT_THAT(table.notes, Contains("Columns without a value are ignored: column 2 'e1', column 4 'e2'."));
  EXPECT_THAT(like("b,a\n4,3\n", table).row(0), ElementsAre(3, 4));
}

TEST(TableNumbers, ThatAreInfiniteCountAsMissing) {
  const Table table = table_of("b,c\ninf,x\n3,y\n-inf,x\n1e400,y\n2,x\n1,y\n");
  EXPECT_THAT(table.samples.values.col(0), testing::Each(testing::Le(3)));
  EXPECT_THAT(table.notes,
              Contains(HasSubstr("Infinite numbers count as missing: column 1 'b' (3, such as 'inf'")));
}

TEST(TableRows, WithoutALabelAreLeftOut) {
  const Table table = table_of("x,c\n1,NA\n2,a\n3,\n4,b\n5,?\n");
  EXPECT_THAT(table.samples.classes, ElementsAre("a", "b"));
  EXPECT_EQ(table.samples.count(), 2u);
  EXPECT_THAT(table.notes,
              Contains("3 rows of t.csv have no label and are left out: the first is line 2, 'NA'."));
  EXPECT_THAT(table.left_out, Contains("3 rows without a label"));
  EXPECT_THAT(table_of("x,c\n1,none\n2,-\n3,+\n").samples.classes, ElementsAre("+", "-", "none"));
}

TEST(TableLabel, IsNoMeasurement) {
  std::string text = "classe,x,y\n";
  for (int i = 0; i < 300; ++i)
    text += std::string(1, static_cast<char>('A' + i % 5)) + "," + std::to_string(i % 7) + "," +
            std::to_string(i * 0.37) + "\n";
  const Error error = test::error_of([&] { table_of(text); });
  EXPECT_THAT(error.what(),
              HasSubstr("column 3 'y', the label, has 300 different values in 300 rows, which are "
                        "measurements rather than classes; the label may be column 1 'classe': "
                        "--label-column classe"));
  EXPECT_EQ(table_of(text, {.label_column = "classe"}).samples.classes.size(), 5u);
}

TEST(TableHeader, MayHaveNumbers) {
  const std::string rows = "0.12,-0.13,0.64,a\n-0.53,0.36,1.3,b\n-0.7,-1.2,-0.6,b\n";
  for (const char* header : {"0,1,2,label\n", "2019,2020,2021,grp\n", ",1,2,c\n", "400.5,401,401.5,kind\n"}) {
    const Table table = table_of(header + rows);
    EXPECT_EQ(table.samples.count(), 3u) << header;
    EXPECT_FALSE(table.columns.names.empty()) << header;
  }
  EXPECT_EQ(table_of("0,1,2,3,4\n7,9,5,3,1\n5,2,5,3,2\n7,9,1,3,1\n").samples.count(), 3u);
  EXPECT_EQ(table_of(rows).samples.count(), 3u);
  EXPECT_EQ(table_of("1,2,3,a\n2,3,4,b\n3,4,5,a\n4,5,6,b\n").samples.count(), 4u) << "all rows count up";
}

TEST(TableText, MayHaveWhatSpreadsheetsLeave) {
  for (const char* text :
       {"a,b,c,\n1,2,x,\n3,4,y,\n", "a,b,c\n\n1,2,x\n,,\n3,4,y\n,,\n", "sep=;\na;b;c\n1;2;x\n3;4;y\n",
        "# made by a tool\n# 2024, again\na,b,c\n1,2,x\n# in between\n3,4,y\n", "# a b c\n1 2 x\n3 4 y\n",
        "| a | b | c |\n|---|:-:|---|\n| 1 | 2 | x |\n| 3 | 4 | y |\n", "a,b,c\n1,2,x,\n3,4,y,\n",
        "Report 2024,,\na,b,c\n1,2,x\n3,4,y\n", "Report\n\na,b,c\n1,2,x\n3,4,y\n"}) {
    const Table table = table_of(text);
    EXPECT_EQ(table.samples.count(), 2u) << text;
    EXPECT_THAT(table.samples.row(1), ElementsAre(3, 4)) << text;
    EXPECT_THAT(table.samples.classes, ElementsAre("x", "y")) << text;
    EXPECT_THAT(table.problems, IsEmpty()) << text;
  }
}

TEST(TableText, HasAnySeparatorThatFitsItsLines) {
  for (const char* text :
       {"a|b|c\n1|2|x\n3|4|y\n", "a b c\n1 2 x\n3 4 y\n", "a   b\tc\n1  2  x\n 3 4   y\n",
        "a;b;c\n1;2;x\n3;4;y\n", "freq_;,freq_:,c\n1,2,x\n3,4,y\n", "\"a\"\t\"b\"\tc\n1\t2\tx\n3\t4\ty\n"}) {
    const Table table = table_of(text);
    EXPECT_THAT(table.samples.row(1), ElementsAre(3, 4)) << text;
    EXPECT_EQ(table.columns.names.size(), 3u) << text;
  }
}

TEST(TableText, NamesWhatIsBeyondAscii) {
  const Table table = table_of("größe,art\n1,甲\n2,乙\n");
  EXPECT_THAT(table.notes.front(), HasSubstr("column 2 'art'"));
  EXPECT_THAT(test::error_of([&] { like("gewicht\n1\n", table); }).what(),
              HasSubstr("has no column 'größe'"));
}

TEST(TableText, MayBeArff) {
  const Table table = table_of(
      "% a comment\n@RELATION 'my data'\n@attribute 'first one' numeric\n@attribute color {red, 'dark "
      "blue'}\n"
      "@attribute class {a,b}\n\n@data\n1,'dark blue',a\n?,red,b\n% more\n2.5,red,b\n1,red\n");
  EXPECT_THAT(table.columns.names, ElementsAre("first one", "color", "class"));
  EXPECT_THAT(table.columns.categories[1], ElementsAre("dark blue", "red"));
  EXPECT_EQ(table.samples.count(), 3u);
  ASSERT_EQ(table.problems.size(), 1u);
  EXPECT_EQ(table.problems[0].where, "t.csv:12");
  const Table sparse = table_of(
      "@relation s\n@attribute x numeric\n@attribute y numeric\n@attribute c {a,b}\n@data\n{0 5}\n{1 7, 2 "
      "b}\n");
  EXPECT_THAT(sparse.samples.row(1), ElementsAre(0, 7));
  EXPECT_THAT(sparse.samples.labels, ElementsAre(0, 1));
}

TEST(TableText, MayBeJson) {
  for (const char* text :
       {"{\"x\": 1, \"in\": {\"y\": \"a, b\"}, \"c\": \"u\"}\n{\"c\": \"v\", \"x\": null}\n",
        "[{\"x\": 1, \"in\": {\"y\": \"a, b\"}, \"c\": \"u\"},\n {\"c\": \"v\", \"x\": null}]"}) {
    const Table table = table_of(text);
    EXPECT_THAT(table.columns.names, ElementsAre("x", "in.y", "c"));
    EXPECT_THAT(table.samples.row(0), ElementsAre(1, 1));
    EXPECT_THAT(table.samples.row(1), ElementsAre(1, 0));
    EXPECT_THAT(table.samples.classes, ElementsAre("u", "v"));
  }
  const Table broken = table_of("{\"x\": 1, \"c\": \"u\"}\n{\"x\": 2, \"c\n{\"x\": 3, \"c\": \"v\"}\n");
  ASSERT_EQ(broken.problems.size(), 1u);
  EXPECT_EQ(broken.problems[0].where, "t.csv:2");
}

TEST(TableFiles, AreKnownByTheirContent) {
  const test::TemporaryFolder folder;
  for (const char* name : {"t.txt", "t.data", "table", "t.csv.gz"})
    EXPECT_TRUE(is_table_file(folder.write(name, "a,b,c\n1,2,x\n3,4,y\n"))) << name;
  EXPECT_TRUE(is_table_file(folder.write("t.json", "[{\"x\": 1}]")));
  EXPECT_FALSE(is_table_file(folder.write("notes.txt", "Buy milk.\nCall Ann, Bob and the others.\n")));
  EXPECT_FALSE(is_table_file(folder.write("photo", "\x89PNG\r\n\x1A\n")));
}

}  // namespace
}  // namespace ocelli::internal::table_kinds_test
