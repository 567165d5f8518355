#include "ocelli/data/labelled_csv.hpp"

#include <gmock/gmock.h>

#include "expect_error.hpp"
#include "gzip_bytes.hpp"
#include "ocelli/data/class_names.hpp"
#include "temporary_folder.hpp"

namespace ocelli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Samples parse(const std::string& text) { return parse_labelled_csv(text, "t.csv"); }

std::string error_of(const std::string& text) {
  return test::error_of([&] { parse(text); }).what();
}

TEST(LabelledCsv, HoldsNumbersAndALabelALine) {
  const Samples samples = parse("1, 2.5,-3e2,cat\r\n\n0,0.25,7,ant\n4,5,6,cat");
  EXPECT_EQ(samples.count(), 3u);
  EXPECT_THAT(samples.row(0), ElementsAre(1, 2.5f, -300));
  EXPECT_THAT(samples.row(1), ElementsAre(0, 0.25f, 7));
  EXPECT_THAT(samples.row(2), ElementsAre(4, 5, 6));
  EXPECT_THAT(samples.classes, ElementsAre("ant", "cat"));
  EXPECT_THAT(samples.labels, ElementsAre(1, 0, 1));
  EXPECT_EQ(samples.shape, std::nullopt);
}

TEST(LabelledCsv, SortsClassesByValueWhereAllAreNumbers) {
  EXPECT_THAT(parse("0,10\n0,9\n0,-1\n0,9.5\n").classes, ElementsAre("-1", "9", "9.5", "10"));
  EXPECT_THAT(parse("0,10\n0,9\n0,b\n0,B\n").classes, ElementsAre("10", "9", "B", "b"));
}

TEST(LabelledCsv, TakesLabelsInQuotes) {
  const Samples samples = parse("1,\"a, \"\"b\"\"\"\n2,\"c\"\n3,c\n");
  EXPECT_THAT(samples.classes, ElementsAre("a, \"b\"", "c"));
  EXPECT_THAT(samples.labels, ElementsAre(0, 1, 1));
}

TEST(LabelledCsv, NamesTheLineThatIsRagged) {
  EXPECT_EQ(error_of("1,2,a\n1,2,b\n\n1,b\n"), "t.csv:4: has 2 columns where the first line has 3");
  EXPECT_EQ(error_of("1,2,a\n1,2,3,b\n"), "t.csv:2: has 4 columns where the first line has 3");
  EXPECT_EQ(error_of("1,2,a\n1,2,b,\n"), "t.csv:2: has 4 columns where the first line has 3");
}

TEST(LabelledCsv, NamesTheCellThatIsNoFiniteNumber) {
  EXPECT_EQ(error_of("1,2,a\n1,two,b\n"), "t.csv:2: column 2 is 'two', not a number");
  EXPECT_EQ(error_of("1,2,a\n,2,b\n"), "t.csv:2: column 1 is '', not a number");
  EXPECT_EQ(error_of("1,2x,a\n"), "t.csv:1: column 2 is '2x', not a number");
  for (const char* value : {"nan", "inf", "-inf", "1e39", "1e999"})
    EXPECT_EQ(error_of(std::string(value) + ",a\n"),
              "t.csv:1: column 1 is '" + std::string(value) + "', not a finite number");
}

TEST(LabelledCsv, WithoutNumbersOrLabelsIsRefused) {
  for (const char* empty : {"", "\n \n"}) EXPECT_THAT(error_of(empty), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(error_of("a\nb\n"), HasSubstr("t.csv:1: has a label alone"));
  EXPECT_THAT(error_of("1,a\n1, \n"), HasSubstr("t.csv:2: the last column, the label, is empty"));
}

TEST(LabelledCsv, MayHoldAsManyClassesAsLabelsCanTell) {
  std::string text;
  for (std::size_t i = 0; i < kMostClasses; ++i) text += "0," + std::to_string(i) + "\n";
  EXPECT_EQ(parse(text).classes.size(), kMostClasses);
  EXPECT_THAT(error_of(text + "0,x\n"), HasSubstr("t.csv:65536: there are more than 65535 classes"));
}

TEST(LabelledCsv, NamesTheFirstLineWhenThatIsTooLongOrBadlyQuoted) {
  std::string line = "1";
  while (line.size() <= 1 << 20) line += ",1";
  EXPECT_THAT(error_of(line), HasSubstr("t.csv:1: "));
  EXPECT_THAT(error_of("1,\"a\n"), HasSubstr("t.csv:1: "));
}

TEST(LabelledCsv, IsReadFromPlainAndPackedFiles) {
  const test::TemporaryFolder folder;
  for (const auto& path :
       {folder.write("t.csv", "1,2,a\n"), folder.write("t.csv.gz", test::gzip("1,2,a\n"))}) {
    const Samples samples = read_labelled_csv(path);
    EXPECT_THAT(samples.row(0), ElementsAre(1, 2));
    EXPECT_THAT(samples.classes, ElementsAre("a"));
  }
  EXPECT_THAT(test::error_of([&] { read_labelled_csv(folder.path() / "gone.csv"); }).what(),
              HasSubstr("gone.csv: no such file"));
}

TEST(ValueCsv, HoldsNumbersAlone) {
  const Samples samples = parse_value_csv("1,2\n3,4\n", "t.csv");
  EXPECT_THAT(samples.row(1), ElementsAre(3, 4));
  EXPECT_TRUE(samples.labels.empty() && samples.classes.empty());
  EXPECT_STREQ(test::error_of([] { parse_value_csv("1,2\n3,a\n", "t.csv"); }).what(),
               "t.csv:2: column 2 is 'a', not a number");
}

}  // namespace
}  // namespace ocelli
