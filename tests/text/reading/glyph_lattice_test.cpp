#include "ocelli/text/reading/glyph_lattice.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

#include "text/tiny_reader.hpp"
#include "text/whole_line.hpp"

namespace ocelli::internal::glyph_lattice_test {
namespace {

constexpr int kXHeight = 20, kFoot = 35;

/// The arc of that width in a line of this ink, if there is one.
std::optional<GlyphArc> arc_of_width(int width, const cv::Mat& ink) {
  const Components components = connected_components(ink);
  const LineInk line(test::whole_line(components, kFoot, kXHeight), components);
  const Reader reader = test::tiny_reader();
  const GlyphLattice lattice(line, {kFoot, 0, kXHeight}, reader, ClassFilter(reader));
  const auto arc =
      std::ranges::find_if(lattice.arcs(), [&](const GlyphArc& one) { return one.box.width == width; });
  return arc == lattice.arcs().end() ? std::nullopt : std::optional(*arc);
}

/// Whether two strokes this far apart, and the whole this wide, may be one glyph.
bool may_be_one(int gap, int width) {
  const int stroke = (width - gap) / 2;
  cv::Mat ink = cv::Mat::zeros(50, 200, CV_8U);
  ink(cv::Rect(20, kFoot - kXHeight, stroke, kXHeight)) = 255;
  ink(cv::Rect(20 + width - stroke, kFoot - kXHeight, stroke, kXHeight)) = 255;
  return arc_of_width(width, ink).has_value();
}

TEST(GlyphLattice, JoinsTheStemsOfALetterThatHasLostItsArch) {
  EXPECT_TRUE(may_be_one(kXHeight * 4 / 10, 18));
  EXPECT_TRUE(may_be_one(4, kXHeight * 18 / 10)) << "half of an m";
}

TEST(GlyphLattice, DoesNotJoinLettersFarApart) {
  EXPECT_FALSE(may_be_one(kXHeight * 6 / 10, 20));
  EXPECT_FALSE(may_be_one(6, kXHeight * 2));
}

/// Whether a join of two strokes and a block so high on their right doubts that it is a numero sign.
bool doubts_numero(int height) {
  cv::Mat ink = cv::Mat::zeros(50, 200, CV_8U);
  for (const int x : {20, 30}) ink(cv::Rect(x, kFoot - kXHeight, 5, kXHeight)) = 255;
  ink(cv::Rect(38, kFoot - height, 5, height)) = 255;
  const Components components = connected_components(ink);
  const LineInk line(test::whole_line(components, kFoot, kXHeight), components);
  const Reader reader = test::tiny_reader("\u2116");
  const GlyphLattice lattice(line, {kFoot, 0, kXHeight}, reader, ClassFilter(reader));
  return std::ranges::any_of(lattice.arcs(), [](const GlyphArc& arc) {
    return arc.first < 2 && arc.last == 2 && std::ranges::any_of(arc.doubts, [](const ClassDoubt& doubt) {
             return doubt.label == 0 && doubt.dirt < 0.01F;
           });
  });
}

TEST(GlyphLattice, TakesNoPointForAPartOfANumeroSign) {
  EXPECT_TRUE(doubts_numero(5)) << "Nr.";
  EXPECT_FALSE(doubts_numero(kXHeight));
}

/// How much less likely a block of that size, with a dent that may cut it in two, is a glyph as a whole than
/// others are.
float no_glyph_of(int width, int height) {
  cv::Mat ink = cv::Mat::zeros(50, 200, CV_8U);
  ink(cv::Rect(20, kFoot - height, width, height)) = 255;
  ink(cv::Rect(20 + width / 2, kFoot - height, 3, height - 2)) = 0;
  const std::optional<GlyphArc> whole = arc_of_width(width, ink);
  return whole ? whole->no_glyph : -1;
}

TEST(GlyphLattice, HardlyTakesAFilledWordForAGlyph) {
  EXPECT_GT(no_glyph_of(kXHeight * 3, kXHeight), 5);
  EXPECT_EQ(no_glyph_of(kXHeight * 2, kXHeight), 0);
  EXPECT_EQ(no_glyph_of(kXHeight * 3, kXHeight / 3), 0) << "a dash";
}

/// Whether so many thin strokes side by side are hardly an "o" together.
bool is_no_ring(int strokes) {
  constexpr int kStroke = 3, kGap = 3;
  cv::Mat ink = cv::Mat::zeros(50, 200, CV_8U);
  for (int i = 0; i < strokes; ++i)
    ink(cv::Rect(20 + i * (kStroke + kGap), kFoot - kXHeight, kStroke, kXHeight)) = 255;
  constexpr std::size_t kRing = 1;  // "o" of tiny_reader()
  const std::optional<GlyphArc> whole = arc_of_width(strokes * (kStroke + kGap) - kGap, ink);
  return whole && std::ranges::any_of(whole->doubts, [&](const ClassDoubt& doubt) {
           return doubt.label == kRing && doubt.dirt < 0.01F;
         });
}

TEST(GlyphLattice, TakesTwoHalvesForARingButNotThreeParts) {
  EXPECT_FALSE(is_no_ring(2)) << "()";
  EXPECT_TRUE(is_no_ring(3)) << "(1)";
}

/// A reader to which all images are alike: only their shape on the line is left to decide.
Reader blind_reader(const std::vector<std::string>& names) {
  const std::vector<InputRange> ranges(kGlyphShape.pixels(), InputRange{0, 255});
  const PlaceDistribution anywhere{{1, 0, 1}, {2, 2, 2}};
  const auto classes = static_cast<Eigen::Index>(names.size());
  return {Classifier({LinearFeatures(ranges, {0}), ScoreWeights::Zero(classes, 2), names, kGlyphShape}),
          PlaceModel(std::vector<PlaceDistribution>(names.size(), anywhere)), LanguageModel(),
          ReadingWeights{.no_glyph = -100}};
}

/// A stroke as high as a capital whose top is so far to the right of its foot.
void draw_stroke(cv::Mat& ink, int x, int lean) {
  constexpr int kCapital = 30, kStroke = 4;
  for (int y = 0; y < kCapital; ++y)
    ink(cv::Rect(x + lean * (kCapital - y) / kCapital, kFoot - kCapital + y, kStroke, 1)) = 255;
}

/// Whether strokes with these leans may be one glyph.
bool may_be_one_of_strokes(int first, int second) {
  constexpr int kApart = 10;
  cv::Mat ink = cv::Mat::zeros(50, 200, CV_8U);
  draw_stroke(ink, 20, first);
  draw_stroke(ink, 20 + kApart, second);
  const Components components = connected_components(ink);
  const LineInk line(test::whole_line(components, kFoot, kXHeight), components);
  const Reader reader = blind_reader({"/", "1", kNoGlyph});
  const GlyphLattice lattice(line, {kFoot, 0, kXHeight}, reader, ClassFilter(reader));
  return lattice.arcs().size() > 2;
}

TEST(GlyphLattice, DoesNotJoinAFigureAndASlash) {
  EXPECT_FALSE(may_be_one_of_strokes(0, 4)) << "1/ is no M";
  EXPECT_TRUE(may_be_one_of_strokes(4, 4));
}

}  // namespace
}  // namespace ocelli::internal::glyph_lattice_test
