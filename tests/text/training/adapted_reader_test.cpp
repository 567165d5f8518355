#include "ocelli/text/training/adapted_reader.hpp"

#include <gmock/gmock.h>

#include "ocelli/core/require.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/training/page_glyphs.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::adapted_reader_test {
namespace {

using test::page_of_bars_and_blocks;
using test::tiny_reader;

constexpr int kOwnBar = 22;  ///< so wide a bar that the tiny reader takes it for a block

GlyphSamples extracted(const std::string& truth, const std::string& printed, int bar, bool& fits) {
  const Reader reader = tiny_reader();
  GlyphSamples samples(reader.glyphs().classes());
  fits = extract_page_glyphs(page_of_bars_and_blocks({printed}, bar), truth, reader, 1'000'000, 1, samples);
  return samples;
}

std::string letters_of(const GlyphSamples& samples) {
  std::string letters;
  for (const std::uint16_t label : samples.labels) letters += samples.classes[label];
  return letters;
}

GlyphSamples own_glyphs() {
  bool fits = false;
  return extracted("oIo ooI ooo", "oIo ooI ooo", kOwnBar, fits);
}

std::string read(const Reader& reader, int bar) {
  return read_page(page_of_bars_and_blocks({"oIo ooI Ioo"}, bar), reader).text();
}

TEST(PageGlyphs, AreTheCharactersOfTheText) {
  bool fits = false;
  EXPECT_EQ(letters_of(extracted("oIo ooI Ioo", "oIo ooI Ioo", 6, fits)), "oIoooIIoo");
  EXPECT_TRUE(fits);
}

TEST(PageGlyphs, AreCalledAsTheTextDemandsWhereReadingGetsThemWrong) {
  bool fits = false;
  EXPECT_EQ(letters_of(extracted("oIo ooI ooo", "oIo ooI ooo", kOwnBar, fits)), "oIoooIooo");
  EXPECT_TRUE(fits);
}

TEST(PageGlyphs, AreNoneWhereTheTextIsAnotherLines) {
  bool fits = true;
  EXPECT_EQ(extracted("IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIII", "oIo ooI Ioo", 6, fits).count(), 0U);
  EXPECT_FALSE(fits);
  EXPECT_EQ(extracted("   ", "oIo ooI Ioo", 6, fits).count(), 0U);
  EXPECT_FALSE(fits);
}

TEST(PageGlyphs, PassOverCharactersThatTheReaderDoesNotKnow) {
  bool fits = false;
  EXPECT_EQ(letters_of(extracted("oIo ?oI Ioo", "oIo ooI Ioo", 6, fits)), "oIooIIoo");
  EXPECT_TRUE(fits);
}

TEST(PageGlyphs, AreThoseOfEachLinesText) {
  const Reader reader = tiny_reader();
  GlyphSamples samples(reader.glyphs().classes());
  const cv::Mat page = page_of_bars_and_blocks({"oIo ooI ooo", "oIo oIo Ioo", "ooo ooI oIo"}, kOwnBar);
  EXPECT_TRUE(
      extract_page_glyphs(page, "oIo ooI ooo\noIo oIo Ioo\nooo ooI oIo\n", reader, 1'000'000, 1, samples));
  EXPECT_EQ(letters_of(samples),
            "oIoooIooo"
            "oIooIoIoo"
            "oooooIoIo")
      << "bars are read as blocks, but called bars";
}

TEST(AdaptedReader, ReadsTheTypeItWasAdaptedTo) {
  ASSERT_NE(read(tiny_reader(), kOwnBar), "oIo ooI Ioo\n");
  EXPECT_EQ(read(adapted(tiny_reader(), own_glyphs(), {}), kOwnBar), "oIo ooI Ioo\n");
}

TEST(AdaptedReader, HardlyChangesWhatItSeesWhereChangesCostMuch) {
  AdaptingOptions options;
  options.stay = 1e6;
  const Reader reader = tiny_reader(), other = adapted(reader, own_glyphs(), options);
  const ScoreWeights change = other.glyphs().weights() - reader.glyphs().weights();
  EXPECT_LT(change.leftCols(change.cols() - 1).cwiseAbs().maxCoeff(), 1e-4F) << "but for the constants";
}

TEST(AdaptedReader, KeepsTheWeightsOfClassesWithoutASample) {
  bool fits = false;
  const GlyphSamples blocks = extracted("ooo ooo", "ooo ooo", 6, fits);
  const Reader reader = tiny_reader(), other = adapted(reader, blocks, {});
  EXPECT_EQ(other.glyphs().weights().row(0), reader.glyphs().weights().row(0));
}

TEST(AdaptedReader, MovesPositionsTowardThoseOfTheGlyphs) {
  const GlyphSamples own = own_glyphs();
  AdaptingOptions trusting;
  trusting.known_places = 1e-3;
  const Reader reader = tiny_reader();
  const auto top_after = [&](const AdaptingOptions& options) {
    return adapted(reader, own, options).places().classes()[1].mean.top;
  };
  const float known = reader.places().classes()[1].mean.top, measured = own.places[0].top;
  EXPECT_NEAR(top_after(trusting), measured, 0.01F);
  EXPECT_LT(std::abs(top_after({}) - known), std::abs(measured - known));
}

TEST(AdaptedReader, NeedsGlyphs) {
  EXPECT_THROW(adapted(tiny_reader(), GlyphSamples(tiny_reader().glyphs().classes()), {}), Error);
  AdaptingOptions none;
  none.steps = 0;
  EXPECT_THROW(adapted(tiny_reader(), own_glyphs(), none), Error);
}

}  // namespace
}  // namespace ocelli::internal::adapted_reader_test
