#include "ocelli/text/look_alikes.hpp"

#include <gtest/gtest.h>

#include "text/read_line.hpp"

namespace ocelli {
namespace {

using test::line_of;

std::string settled(ReadLine line, const std::vector<std::string>& readable = test::printing_classes()) {
  settle_look_alikes(line, readable);
  return line.text();
}

TEST(LookAlikes, LettersAsTallAsCapitalsAreCapitals) {
  EXPECT_EQ(settled(line_of({"the", "Nevada", "Test", "site"}, "s")), "the Nevada Test Site");
}

TEST(LookAlikes, LettersAsLowAsOthersAreSmall) {
  EXPECT_EQ(settled(line_of({"the", "Nevada", "neCk"}, "", "C")), "the Nevada neck");
}

TEST(LookAlikes, CapitalsOfSmallerPrintAmongCapitalsStay) {
  EXPECT_EQ(settled(line_of({"the", "Nevada", "BMC"}, "", "C")), "the Nevada BMC");
}

TEST(LookAlikes, NoLetterWithinAWordOfSmallOnesBecomesACapital) {
  EXPECT_EQ(settled(line_of({"the", "Nevada", "tent", "ends"}, "s")), "the Nevada tent ends");
}

TEST(LookAlikes, WithoutOthersToCompareNothingChanges) { EXPECT_EQ(settled(line_of({"cow"}, "cow")), "cow"); }

TEST(LookAlikes, StrokesAndRingsAmidFiguresAreFigures) {
  EXPECT_EQ(settled(line_of({"198l,", "I5", "(1O9)", "[l8]"})), "1981, 15 (109) [18]");
}

TEST(LookAlikes, ALoneStrokeOrTwoAreOnesUnlessAnApostropheIsBesideThem) {
  EXPECT_EQ(settled(line_of({"(ll-million)", "l/p"})), "(11-million) 1/p");
  EXPECT_EQ(settled(line_of({"we'll", "l'eau"})), "we'll l'eau");
}

TEST(LookAlikes, LettersInWordsStay) {
  EXPECT_EQ(settled(line_of({"all", "A1l", "IO", "B2l"})), "all A1l IO B2l");
}

TEST(LookAlikes, TwoApostrophesAreAQuotationMarkOfBothBoxes) {
  ReadLine line = line_of({"''Yes''"});
  const cv::Rect both = line.words[0].glyphs[0].box | line.words[0].glyphs[1].box;
  settle_look_alikes(line, test::printing_classes());
  EXPECT_EQ(line.text(), "\"Yes\"");
  EXPECT_EQ(line.words[0].glyphs[0].box, both);
}

TEST(LookAlikes, NothingUnreadableIsMade) {
  EXPECT_EQ(settled(line_of({"198l", "''", "the", "Nevada", "site"}, "s"), {"l", "'", "s"}),
            "198l '' the Nevada site");
}

}  // namespace
}  // namespace ocelli
