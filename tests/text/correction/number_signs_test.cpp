#include <gtest/gtest.h>

#include "ocelli/text/correction/corrections.hpp"
#include "text/read_line.hpp"

namespace ocelli::internal::number_signs_test {
namespace {

using test::line_of;

std::string resolved(ReadLine line) {
  std::vector<std::string> readable = test::printing_classes();
  readable.insert(readable.end(), {"\u20AC", "\u00A3"});
  resolve_number_signs(line, readable);
  return line.text();
}

TEST(NumberSigns, DashesBesideAmountsAreMinusSigns) {
  EXPECT_EQ(resolved(line_of({"\u2013\u00A35.00", "1,234.56\u2014", "5\u20139", "\u2013", "so\u2014"})),
            "-\u00A35.00 1,234.56- 5\u20139 \u2013 so\u2014");
}

TEST(NumberSigns, DashesBetweenLettersAndDigitsAreHyphens) {
  EXPECT_EQ(resolved(line_of({"XP\u2013572", "AB\u201412", "7~B", "pre\u20131990"})),
            "XP-572 AB-12 7-B pre-1990");
  EXPECT_EQ(resolved(line_of({"2019-12\u201328"})), "2019-12-28");
  EXPECT_EQ(resolved(line_of({"so\u201412", "a\u2013b", "5\u20139"})), "so\u201412 a\u2013b 5\u20139");
}

TEST(NumberSigns, ADashCutInTwoBeforeAnAmountIsOne) {
  ReadLine line = line_of({"--5.00"});
  line.words[0].glyphs[0].box.x -= 2;
  EXPECT_EQ(resolved(line), "--5.00") << "they are apart";
  line.words[0].glyphs[1].box.x = line.words[0].glyphs[0].box.x + 13;
  EXPECT_EQ(resolved(line), "-5.00");
}

TEST(NumberSigns, AnAmountAfterARoundLetterIsInEuros) {
  EXPECT_EQ(resolved(line_of({"c92,330.11", "c5", "C1.5"})), "\u20AC92,330.11 c5 C1.5");
}

TEST(NumberSigns, ALoneRoundLetterAfterAnAmountIsItsEuroSign) {
  EXPECT_EQ(resolved(line_of({"5,00", "c", "78,07", "C", "5.00", "C", "12", "c"})),
            "5,00 \u20AC 78,07 \u20AC 5.00 C 12 c");
}

TEST(NumberSigns, ARaisedRingBeforeAScaleIsADegreeSign) {
  const auto degrees = [](const std::string& text, int raised) {
    ReadLine line = line_of({text}, "c");
    ReadGlyph& ring = line.words[0].glyphs[line.words[0].glyphs.size() - 2];
    ring.box = {ring.box.x, test::kFoot - test::kCapital, 10, 10};
    ring.box.y += test::kCapital - 10 - raised;
    std::vector<std::string> readable = test::printing_classes();
    readable.emplace_back("\u00B0");
    resolve_degrees(line, readable);
    return line.text();
  };
  EXPECT_EQ(degrees("5.4oC", 18), "5.4\u00B0C");
  EXPECT_EQ(degrees("6.lOc", 18), "6.1\u00B0C");
  EXPECT_EQ(degrees("5.4oC", 0), "5.4oC") << "on the baseline";
  EXPECT_EQ(degrees("5.4ox", 18), "5.4ox");
}

TEST(NumberSigns, YenHaveNoDecimals) {
  ReadLine line = line_of({"\u00A5508.034", "\u00A520.34", "\u00A5123.456"});
  line.words[0].glyphs[4].confidence = 0.7F;
  resolve_number_signs(line, test::printing_classes());
  EXPECT_EQ(line.text(), "\u00A5508,034 \u00A520.34 \u00A5123.456");
  EXPECT_LT(line.words[2].glyphs[4].confidence, 0.8F) << "in doubt";
}

TEST(NumberSigns, AEuroSignAfterWhiteIsAWord) {
  ReadLine line = line_of({"49,90\u20AC"});
  EXPECT_EQ(resolved(line), "49,90\u20AC");
  line.words[0].glyphs.back().box.x += 8;
  EXPECT_EQ(resolved(line), "49,90 \u20AC");
}

TEST(NumberSigns, DegreesOfAScaleAreOneWord) {
  EXPECT_EQ(resolved(line_of({"25\u00B0", "C", "25\u00B0", "Can"})), "25\u00B0 C 25\u00B0 Can")
      << "far apart";
  ReadLine line = line_of({"25\u00B0", "C."});
  for (ReadGlyph& glyph : line.words[1].glyphs) glyph.box.x -= 8;
  EXPECT_EQ(resolved(line), "25\u00B0C.");
}

}  // namespace
}  // namespace ocelli::internal::number_signs_test
