#include "ocelli/text/correction/corrections.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "ocelli/text/reading/glyph_image.hpp"

namespace ocelli::internal::number_gaps_test {
namespace {

/// A reader that knows the names of a few classes and nothing else.
Reader names_alone() {
  const std::vector<std::string> names = {"1", "5", ".", "l", "a", "(", ")", "-", "\u00A3", kNoGlyph};
  const std::vector<InputRange> ranges(kGlyphShape.pixels(), InputRange{0, 255});
  const PlaceDistribution anywhere{{1, 0, 1}, {2, 2, 2}};
  return {Classifier({LinearFeatures(ranges, {0}), ScoreWeights::Zero(10, 2), names, kGlyphShape}),
          PlaceModel(std::vector<PlaceDistribution>(names.size(), anywhere)), LanguageModel()};
}

constexpr double kXHeight = 20;
const SpaceWidth kSpaces{0.25, 0.05};

/// Glyphs one after the other: "1" and "l" are 6 pixels wide, "." is 4, all others are 20. "L" is a pound
/// sign.
struct SetNumber {
  std::vector<FoundGlyph> glyphs;
  std::vector<double> gaps;

  /// `whites`: pixels before each glyph.
  SetNumber(const std::string& text, const std::vector<int>& whites) {
    int x = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const int width = text[i] == '1' || text[i] == 'l' ? 6 : text[i] == '.' ? 4 : 20;
      x += whites[i];
      FoundGlyph glyph;
      glyph.label = static_cast<std::uint16_t>(std::string("15.la()-L").find(text[i]));
      glyph.first = glyph.last = static_cast<std::uint32_t>(i);
      glyph.box = {x, 0, width, 30};
      glyphs.push_back(glyph);
      gaps.push_back(i == 0 ? 0 : whites[i] / kXHeight);
      x += width;
    }
  }

  /// Which glyphs have a space before them.
  std::string spaces() const {
    const LineFrame frame{30, 0, kXHeight};
    std::string places;
    for (const double gap : number_gaps(gaps, glyphs, frame, kSpaces, names_alone()))
      places += gap > kSpaces.threshold ? '_' : '.';
    return places;
  }
};

TEST(NumberGaps, TheWhiteBesideANarrowFigureIsNoSpace) {
  EXPECT_EQ(SetNumber("5155", {0, 10, 10, 3}).spaces(), "....");
  EXPECT_EQ(SetNumber("5155", {0, 10, 22, 3}).spaces(), ".._.");
}

TEST(NumberGaps, TheWhiteBetweenAHyphenAndANarrowFigureIsNoSpace) {
  EXPECT_EQ(SetNumber("a-15", {0, 2, 8, 10}).spaces(), "....");
  EXPECT_EQ(SetNumber("a-15", {0, 2, 20, 10}).spaces(), ".._.");
}

TEST(NumberGaps, WhiteOnBothSidesOfAMarkIsThatOfMonospacedType) {
  EXPECT_EQ(SetNumber("55.55", {0, 4, 12, 12, 4}).spaces(), ".....");
}

TEST(NumberGaps, ClearWhiteOnBothSidesOfAHyphenIsASpaceEach) {
  EXPECT_EQ(SetNumber("5-5", {0, 16, 16}).spaces(), ".__");
  EXPECT_EQ(SetNumber("5-5", {0, 8, 8}).spaces(), "...") << "of monospaced type";
  EXPECT_EQ(SetNumber("5.5", {0, 16, 16}).spaces(), "...") << "a point, whose cell is mostly white";
}

TEST(NumberGaps, MoreWhiteBehindAMarkIsASpace) {
  EXPECT_EQ(SetNumber("55.55", {0, 4, 4, 16, 4}).spaces(), "..._.");
  EXPECT_EQ(SetNumber("55.55", {0, 4, 12, 34, 4}).spaces(), "..._.");
}

TEST(NumberGaps, AStrokeBesideAFigureIsAFigure) {
  EXPECT_EQ(SetNumber("5l55", {0, 10, 10, 3}).spaces(), "....");
}

TEST(NumberGaps, StrokesBeforeAFigureAreFigures) { EXPECT_EQ(SetNumber("ll5", {0, 10, 10}).spaces(), "..."); }

TEST(NumberGaps, HalvesOfABrokenZeroAreAFigure) {
  EXPECT_EQ(SetNumber("().55", {0, 3, 12, 12, 4}).spaces(), ".....");
}

TEST(NumberGaps, ASignAsCloseAsTheNextFigureAdjoinsTheNumber) {
  EXPECT_EQ(SetNumber("L5.55", {0, 12, 4, 4, 12}).spaces(), ".....");
  EXPECT_EQ(SetNumber("-L5.55", {0, 12, 12, 4, 4, 12}).spaces(), "......");
  EXPECT_EQ(SetNumber("5.55-", {0, 4, 4, 12, 12}).spaces(), ".....") << "a minus after the amount";
  EXPECT_EQ(SetNumber("L5.55", {0, 26, 4, 4, 12}).spaces(), "._...");
  EXPECT_EQ(SetNumber("5.55-", {0, 4, 4, 12, 30}).spaces(), "...._") << "a dash";
}

TEST(NumberGaps, OnesAloneAreANumberToo) { EXPECT_EQ(SetNumber("1.11", {0, 20, 20, 18}).spaces(), "...."); }

TEST(NumberGaps, SpacesAmidLettersStay) { EXPECT_EQ(SetNumber("aa5a", {0, 10, 10, 10}).spaces(), ".___"); }

}  // namespace
}  // namespace ocelli::internal::number_gaps_test
