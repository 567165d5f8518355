#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ocelli/text/correction/corrections.hpp"
#include "text/read_line.hpp"

namespace ocelli::internal::low_signs_test {
namespace {

/// What is read of a word whose last glyph is so high, and so far above the baseline.
std::string resolved(const std::string& text, int height, int above) {
  ReadLine line = test::line_of({text, "July", "10"});
  ReadGlyph& last = line.words[0].glyphs.back();
  last.box.y = test::kFoot - above - height;
  last.box.height = height;
  std::vector<std::string> readable = test::printing_classes();
  readable.insert(readable.end(), {"\u00B2", "\u00B3", "\u00D7"});
  resolve_low_signs(line, readable);
  return line.words[0].text();
}

TEST(LowSigns, ASuperscriptStandsHighAndIsSmall) {
  EXPECT_EQ(resolved("m\u00B2", 17, 14), "m\u00B2");
  EXPECT_EQ(resolved("\u00B3", 17, 14), "\u00B3");
}

TEST(LowSigns, OneOnTheBaselineIsADigit) { EXPECT_EQ(resolved("\u00B3", 20, 0), "3"); }

TEST(LowSigns, OneAsTallAsADigitIsADigit) { EXPECT_EQ(resolved("1\u00B2", 28, 8), "12"); }

TEST(LowSigns, AMultiplicationSignOnTheBaselineIsAnX) {
  EXPECT_EQ(resolved("\u00D7", 20, 0), "x");
  EXPECT_EQ(resolved("\u00D7", 17, 5), "\u00D7");
}

}  // namespace
}  // namespace ocelli::internal::low_signs_test
