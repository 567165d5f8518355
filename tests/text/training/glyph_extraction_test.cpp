#include "ocelli/text/training/glyph_extraction.hpp"

#include <gmock/gmock.h>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/reading/glyph_image.hpp"

namespace ocelli::internal::glyph_extraction_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kClasses = {"a", "b", kNoGlyph};
constexpr std::uint16_t kA = 0, kB = 1, kReject = 2;

/// A line on which each character has its ink in boxes.
class Print {
 public:
  Print() {
    line_.ink = cv::Mat::zeros(40, 120, CV_8U);
    line_.owners = cv::Mat::zeros(40, 120, CV_16U);
    line_.frame = {35, 0, 20};
  }

  Print& character(const std::string& text, const std::vector<cv::Rect>& boxes) {
    line_.characters.push_back(text);
    for (const cv::Rect& box : boxes) {
      line_.ink(box) = 255;
      line_.owners(box) = static_cast<double>(line_.characters.size());
    }
    return *this;
  }

  GlyphSamples extracted(std::size_t reject_share = 1) const {
    GlyphSamples samples(kClasses);
    extract_glyphs(line_, reject_share, 1, samples);
    return samples;
  }

 private:
  LabeledLine line_;
};

TEST(GlyphExtraction, GivesEachCharacterThatStandsAlone) {
  const GlyphSamples samples =
      Print().character("b", {{10, 15, 8, 20}}).character("a", {{60, 15, 8, 20}}).extracted();
  EXPECT_THAT(samples.labels, ElementsAre(kB, kA));
  EXPECT_FLOAT_EQ(samples.places[0].top, 1);
  EXPECT_FLOAT_EQ(samples.places[0].bottom, 0);
}

TEST(GlyphExtraction, TakesAllPartsOfACharacterTogether) {
  const GlyphSamples samples = Print().character("a", {{10, 15, 8, 20}, {11, 6, 6, 5}}).extracted();
  EXPECT_THAT(samples.labels, ElementsAre(kA));
}

TEST(GlyphExtraction, FindsTouchingCharactersAmongThePiecesOfABlob) {
  const GlyphSamples samples = Print()
                                   .character("a", {{10, 15, 6, 20}, {16, 33, 6, 2}})
                                   .character("b", {{22, 33, 6, 2}, {28, 15, 6, 20}})
                                   .extracted();
  EXPECT_THAT(samples.labels, testing::Contains(kA));
  EXPECT_THAT(samples.labels, testing::Contains(kB));
  EXPECT_THAT(samples.labels, testing::Contains(kReject)) << "both together";
}

TEST(GlyphExtraction, CallsNeighborsJoinedNoGlyph) {
  const GlyphSamples samples =
      Print().character("a", {{10, 15, 6, 20}}).character("b", {{18, 15, 6, 20}}).extracted();
  EXPECT_THAT(samples.labels, ElementsAre(kA, kReject, kB));
}

TEST(GlyphExtraction, TakesOnlyAShareOfWhatIsNoGlyph) {
  Print print;
  for (int i = 0; i < 8; ++i) print.character("a", {{10 + 12 * i, 15, 6, 20}});
  const GlyphSamples all = print.extracted(1), few = print.extracted(1'000'000);
  EXPECT_GT(std::ranges::count(all.labels, kReject), 3);
  EXPECT_EQ(std::ranges::count(few.labels, kReject), 0);
  EXPECT_EQ(std::ranges::count(few.labels, kA), 8);
}

TEST(GlyphExtraction, PassesOverCharactersOfNoClassAndInkOfNobody) {
  EXPECT_THAT(Print().character("?", {{10, 15, 8, 20}}).extracted().labels, IsEmpty());
}

TEST(GlyphSamples, BecomeSamplesOfTheGlyphsShape) {
  GlyphSamples samples = Print().character("b", {{10, 15, 8, 20}}).extracted();
  samples.add(GlyphSamples(samples));
  const Samples rows = samples.samples();
  EXPECT_EQ(rows.count(), 2U);
  EXPECT_EQ(rows.shape, kGlyphShape);
  EXPECT_EQ(rows.classes, kClasses);
  EXPECT_EQ(rows.values.row(0), rows.values.row(1));
  EXPECT_EQ(rows.values.maxCoeff(), 255);
}

TEST(GlyphSamples, CanBeThinnedToSomeOfEachClass) {
  Print print;
  for (int i = 0; i < 4; ++i) print.character("a", {{4 + 14 * i, 15, 6, 20}});
  print.character("b", {{100, 15, 6, 20}});
  const GlyphSamples few = thinned(print.extracted(1'000'000), 2, 1);
  EXPECT_THAT(few.labels, ElementsAre(kA, kA, kB));
  EXPECT_EQ(few.images.size(), 3 * GlyphPixels().size());
  EXPECT_EQ(few.places.size(), 3U);
}

}  // namespace
}  // namespace ocelli::internal::glyph_extraction_test
