#include <gtest/gtest.h>

#include "ocelli/text/correction/corrections.hpp"
#include "text/read_line.hpp"

namespace ocelli::internal::quotes_test {
namespace {

using test::line_of;

std::vector<std::string> classes_of_english() {
  std::vector<std::string> classes = test::printing_classes();
  classes.insert(classes.end(), {"\u2018", "\u2019", "\u201C", "\u201D", "\u2014"});
  return classes;
}

std::string resolved(const std::vector<std::string>& words,
                     const std::vector<std::string>& readable = classes_of_english()) {
  std::vector<ReadLine> lines = {line_of(words)};
  resolve_quotes(lines, readable);
  return lines[0].text();
}

TEST(Quotes, AreCurlyWhereMostAre) {
  EXPECT_EQ(resolved({"\u201COne", "\u201Ctwo\u201D", "so\u201D", "It's", "\u2018no,\u2019", "\"why\""}),
            "\u201COne \u201Ctwo\u201D so\u201D It\u2019s \u2018no,\u2019 \u201Cwhy\u201D");
}

TEST(Quotes, AreStraightWhereMostAre) {
  EXPECT_EQ(resolved({"\"One", "two\"", "It's", "we'll", "don\u2019t"}), "\"One two\" It's we'll don't");
}

TEST(Quotes, OpenBeforeWordsAndCloseElsewhere) {
  EXPECT_EQ(resolved({"\u201DOffice", "of\u2018it", "flatly\u2014\u201Dis", "(\u201Da\u201C)"}),
            "\u201COffice of\u2019it flatly\u2014\u201Cis (\u201Ca\u201D)");
}

TEST(Quotes, StayInLanguagesThatOpenWithLowMarks) {
  std::vector<std::string> german = classes_of_english();
  german.emplace_back("\u201E");
  EXPECT_EQ(resolved({"\u201EJa\u201C", "\u201ENein\u201C"}, german), "\u201EJa\u201C \u201ENein\u201C");
}

TEST(Quotes, StayWhereOneFormIsNotReadable) {
  EXPECT_EQ(resolved({"\u2018a\u2019", "'b"}, test::printing_classes()), "\u2018a\u2019 'b");
}

TEST(Quotes, StandAfterTheMarkThatIsNearer) {
  const auto joined = [](const std::vector<std::string>& words, int nearer) {
    ReadLine line = line_of(words);
    for (ReadGlyph& glyph : line.words[1].glyphs) glyph.box.x -= nearer;
    join_closing_quotes(line);
    return line.text();
  };
  EXPECT_EQ(joined({"Lakes,", "\"", "Report"}, 5), "Lakes,\" Report");
  EXPECT_EQ(joined({"Lakes,", "\u201D"}, 0), "Lakes,\u201D") << "at the end of a line";
  EXPECT_EQ(joined({"Lakes,", "\"", "Report"}, 0), "Lakes, \" Report") << "in the middle";
  EXPECT_EQ(joined({"Lakes", "\"", "Report"}, 5), "Lakes \" Report") << "after a letter";
}

}  // namespace
}  // namespace ocelli::internal::quotes_test
