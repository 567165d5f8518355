#include "ocelli/text/correction/corrections.hpp"

#include <gtest/gtest.h>

#include "text/read_line.hpp"

namespace ocelli::internal::look_alikes_test {
namespace {

using test::line_of;

std::string resolved(ReadLine line, const std::vector<std::string>& readable = test::printing_classes()) {
  resolve_look_alikes(line, readable);
  return line.text();
}

TEST(LookAlikes, LettersAsTallAsCapitalsAreCapitals) {
  EXPECT_EQ(resolved(line_of({"the", "Nevada", "Test", "site"}, "s")), "the Nevada Test Site");
}

TEST(LookAlikes, CapitalsMayBeLowerThanLettersLikeL) {
  ReadLine line = line_of({"Red", "Balls", "count"}, "c");
  for (ReadWord& word : line.words) {
    for (ReadGlyph& glyph : word.glyphs)
      if (glyph.text == "l" || glyph.text == "d") glyph.box.y -= 6, glyph.box.height += 6;
  }
  line.words[2].glyphs[0] = test::glyph("c", line.words[2].glyphs[0].box.x, test::kXHeight + 7);
  EXPECT_EQ(resolved(line), "Red Balls Count");
}

TEST(LookAlikes, LettersAsLowAsOthersAreSmall) {
  EXPECT_EQ(resolved(line_of({"the", "Nevada", "neCk"}, "", "C")), "the Nevada neck");
}

TEST(LookAlikes, CapitalsOfSmallerPrintAmongCapitalsStay) {
  EXPECT_EQ(resolved(line_of({"the", "Nevada", "BMC"}, "", "C")), "the Nevada BMC");
}

TEST(LookAlikes, NoLetterWithinAWordOfSmallOnesBecomesACapital) {
  EXPECT_EQ(resolved(line_of({"the", "Nevada", "tent", "ends"}, "s")), "the Nevada tent ends");
}

TEST(LookAlikes, CapitalsAreLowerThanAscendersInManyFaces) {
  ReadLine line = line_of({"can", "have", "had", "cold"});
  ReadGlyph& capital = line.words[0].glyphs[0];
  capital.box = {capital.box.x, test::kFoot - 26, 12, 26};
  for (ReadWord& word : line.words)
    for (ReadGlyph& glyph : word.glyphs)
      if (glyph.text == "h" || glyph.text == "d" || glyph.text == "l")
        glyph.box = {glyph.box.x, test::kFoot - 32, 12, 32};
  EXPECT_EQ(resolved(line), "Can have had cold");
}

TEST(LookAlikes, LettersHigherThanTheSmallOnesOfTheirWordAreCapitals) {
  EXPECT_EQ(resolved(line_of({"oces"}, "o")), "Oces") << "the line has too few other letters";
}

TEST(LookAlikes, WithoutOthersToCompareNothingChanges) {
  EXPECT_EQ(resolved(line_of({"cow"}, "cow")), "cow");
}

TEST(LookAlikes, StrokesAndRingsAmidFiguresAreFigures) {
  EXPECT_EQ(resolved(line_of({"198l,", "I5", "(1O9)", "[l8]"})), "1981, 15 (109) [18]");
}

TEST(LookAlikes, ALoneStrokeOrTwoAreOnesUnlessAnApostropheIsBesideThem) {
  EXPECT_EQ(resolved(line_of({"(ll-million)", "l/p"})), "(11-million) 1/p");
  EXPECT_EQ(resolved(line_of({"we'll", "l'eau"})), "we'll l'eau");
}

TEST(LookAlikes, RingsBesideASlashBehindAFigureAreAPercentSign) {
  EXPECT_EQ(resolved(line_of({"7.7o/o", "9.30/o,", "(12O/0)", "8.1%o"})), "7.7% 9.3%, (12%) 8.1%");
  EXPECT_EQ(resolved(line_of({"c/o", "10/06", "o/o"})), "c/o 10/06 o/o");
}

TEST(LookAlikes, AnSBeforeAnAmountIsADollarSign) {
  EXPECT_EQ(resolved(line_of({"s2.25", "S1,629.53"})), "$2.25 $1,629.53");
  EXPECT_EQ(resolved(line_of({"S1.5", "s.25", "S2025"})), "S1.5 s.25 S2025");
}

TEST(LookAlikes, LettersInWordsStay) {
  EXPECT_EQ(resolved(line_of({"all", "A1l", "IO", "B2l"})), "all A1l IO B2l");
}

TEST(LookAlikes, RoundLettersAfterAPointAreDecimals) {
  EXPECT_EQ(resolved(line_of({"52.oo", "7,0o", "o.oo", "2.oz", "2.ooo"})), "52.00 7,00 o.oo 2.oz 2.ooo");
}

TEST(LookAlikes, AZeroAmongLettersIsAnO) {
  EXPECT_EQ(resolved(line_of({"0tto", "(R0YAL)", "b0ttom"})), "Otto (ROYAL) bottom");
  EXPECT_EQ(resolved(line_of({"N0.", "N0.1", "C0", "N05", "M0", "AB-C0"})), "NO. NO.1 CO N05 M0 AB-C0");
  EXPECT_EQ(resolved(line_of({"A0", "B0x2", "C05D"})), "A0 B0x2 C05D") << "signs of letters and figures";
}

TEST(LookAlikes, AStrokeAmongCapitalsIsACapitalI) {
  EXPECT_EQ(resolved(line_of({"lBAN", "SWlFT", "D|N"})), "IBAN SWIFT D|N") << "three capitals or more";
  EXPECT_EQ(resolved(line_of({"ABl2C", "Al", "LlB"})), "ABl2C Al LlB");
}

TEST(LookAlikes, AnApostropheAfterSomeLettersIsACaronWhereTheLanguageHasThem) {
  std::vector<std::string> slovak = test::printing_classes();
  slovak.insert(slovak.end(), {"\u010F", "\u0165", "\u013E", "\u2019"});
  EXPECT_EQ(resolved(line_of({"d'alej", "p\u00E4t\u2019"}), slovak), "\u010Falej p\u00E4\u0165");
  EXPECT_EQ(resolved(line_of({"d'alej"})), "d'alej");
}

TEST(LookAlikes, TwoCurlyMarksOrCommasAreADoubleOne) {
  std::vector<std::string> classes = test::printing_classes();
  classes.insert(classes.end(), {"\u201C", "\u201D", "\u201E"});
  EXPECT_EQ(resolved(line_of({"\u2018\u2018Yes\u2019\u2019", ",,Ja"}), classes), "\u201CYes\u201D \u201EJa");
}

TEST(LookAlikes, TwoApostrophesAreAQuotationMarkOfBothBoxes) {
  ReadLine line = line_of({"''Yes''"});
  const cv::Rect both = line.words[0].glyphs[0].box | line.words[0].glyphs[1].box;
  resolve_look_alikes(line, test::printing_classes());
  EXPECT_EQ(line.text(), "\"Yes\"");
  EXPECT_EQ(line.words[0].glyphs[0].box, both);
}

/// Line with a gap of so many pixels between "(" and ")".
std::string resolved_parentheses(const std::string& text, int gap) {
  ReadLine line = line_of({text});
  std::vector<ReadGlyph>& glyphs = line.words[0].glyphs;
  for (std::size_t i = 1; i < glyphs.size(); ++i) {
    if (glyphs[i].text != ")") continue;
    glyphs[i - 1].box.width = glyphs[i].box.width = 6;
    glyphs[i].box.x = glyphs[i - 1].box.x + 6 + gap;
  }
  return resolved(line);
}

TEST(LookAlikes, ParenthesesAsWideAsAFigureAreABrokenZeroAmidFigures) {
  EXPECT_EQ(resolved_parentheses("1.()8", 6), "1.08");
  EXPECT_EQ(resolved_parentheses("1.()()", 6), "1.00");
  EXPECT_EQ(resolved_parentheses("f()", 6), "f()");
  EXPECT_EQ(resolved_parentheses("f1()", 20), "f1()");
}

ReadLine number(const std::string& text, std::size_t least_sure) {
  ReadLine line = line_of({text});
  for (ReadGlyph& glyph : line.words[0].glyphs) glyph.confidence = 0.9F;
  line.words[0].glyphs[least_sure].confidence = 0.4F;
  return line;
}

TEST(LookAlikes, MarksOfThousandsAndDecimalsDiffer) {
  EXPECT_EQ(resolved(number("4.569.32", 1)), "4,569.32");
  EXPECT_EQ(resolved(number("4,569,32", 5)), "4,569.32");
  EXPECT_EQ(resolved(number("$12.569.32.", 6)), "$12.569,32.") << "and a full stop behind them";
  EXPECT_EQ(resolved(number("1.234.567.89", 1)), "1.234.567,89");
}

TEST(LookAlikes, DatesAndGroupsOfThreeKeepTheirMarks) {
  for (const std::string text :
       {"12.03.2024", "1.234.567", "3.141.5926", "1234.567.89", "1,234.56", "7.25", "1.2.3"})
    EXPECT_EQ(resolved(number(text, 1)), text);
}

TEST(LookAlikes, NothingUnreadableIsMade) {
  EXPECT_EQ(resolved(line_of({"198l", "''", "the", "Nevada", "site"}, "s"), {"l", "'", "s"}),
            "198l '' the Nevada site");
}

TEST(LookAlikes, SmallLettersThatDifferByAPixelAreEven) {
  ReadLine line = line_of({"can", "have", "had", "told"});
  line.words[0].glyphs[0] = test::glyph("c", 0, test::kXHeight + 5);  // 5 of the 9 pixels to an ascender
  for (const std::size_t i : {0, 2})
    line.words[1].glyphs[i + 1].box = line.words[1].glyphs[i + 1].box + cv::Size(0, 1) - cv::Point(0, 1);
  EXPECT_EQ(resolved(line), "Can have had told");
}

TEST(LookAlikes, AZeroBeforeDecimalsIsNoLetter) {
  EXPECT_EQ(resolved(line_of({"O.7", "U.S.O.", "5O'", "l'll"})), "0.7 U.S.O. 50' l'll");
}

TEST(LookAlikes, ADotOverACommaIsASemicolon) {
  const auto marks = [](const std::string& text, int aside) {
    ReadLine line = line_of({text});
    std::vector<ReadGlyph>& glyphs = line.words[0].glyphs;
    ReadGlyph &mark = glyphs[glyphs.size() - 2], &dot = glyphs.back();
    mark.box = {mark.box.x, test::kFoot - 3, 4, 6};
    dot.box = {mark.box.x + aside, test::kFoot - 14, 3, 3};
    std::vector<std::string> readable = test::printing_classes();
    readable.emplace_back("\u00B7");
    resolve_look_alikes(line, readable);
    return line.text();
  };
  EXPECT_EQ(marks("so,\u00B7", 2), "so;");
  EXPECT_EQ(marks("so.\u00B7", 2), "so:");
  EXPECT_EQ(marks("so,\u00B7", 15), "so,\u00B7");
}

TEST(LookAlikes, OfTwoEqualMarksTheOneThatReachesFartherIsTheComma) {
  ReadLine line = line_of({"515,219,95"});
  std::vector<ReadGlyph>& glyphs = line.words[0].glyphs;
  glyphs[3].box = {glyphs[3].box.x, test::kFoot - 3, 3, 3};
  glyphs[7].box = {glyphs[7].box.x, test::kFoot - 3, 3, 6};
  glyphs[7].confidence = 0.5F;
  EXPECT_EQ(resolved(line), "515.219,95");
}

}  // namespace
}  // namespace ocelli::internal::look_alikes_test
