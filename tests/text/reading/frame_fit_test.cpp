#include "ocelli/text/reading/line_reader.hpp"

#include <gmock/gmock.h>

#include "text/tiny_reader.hpp"

namespace ocelli::internal::frame_fit_test {
namespace {

/// Classes: "I" as high as capitals, "o" as high as x.
Reader reader_of_two_heights() {
  const Reader tiny = test::tiny_reader();
  const PlaceDistribution capital{{1.5F, 0, 0.3F}, {0.05F, 0.05F, 0.1F}};
  const PlaceDistribution small{{1, 0, 0.8F}, {0.05F, 0.05F, 0.1F}};
  return {tiny.glyphs(), PlaceModel({capital, small, small}), LanguageModel()};
}

/// Glyphs of these classes where a line with this frame has them.
std::vector<FoundGlyph> set_on(const LineFrame& frame, const std::vector<std::uint16_t>& labels,
                               float confidence) {
  std::vector<FoundGlyph> glyphs;
  int x = 10;
  for (const std::uint16_t label : labels) {
    const double base = frame.baseline + frame.slope * (x + 5);
    const double height = (label == 0 ? 1.5 : 1.0) * frame.x_height;
    const cv::Rect box(x, static_cast<int>(std::lround(base - height)), 10,
                       static_cast<int>(std::lround(height)));
    glyphs.push_back({label, false, 0, 0, box, confidence});
    x += 20;
  }
  return glyphs;
}

const std::vector<std::uint16_t> kMixed = {0, 1, 1, 0, 1, 1};
const LineFrame kTrue{100, 0, 20};

TEST(FrameFit, FindsTheFrameThatTheGlyphsStandOn) {
  const LineFrame fitted = fit_frame({104, 0, 24}, set_on(kTrue, kMixed, 1), reader_of_two_heights());
  EXPECT_NEAR(fitted.baseline, 100, 0.5);
  EXPECT_NEAR(fitted.x_height, 20, 0.5);
}

TEST(FrameFit, KeepsTheSlope) {
  const LineFrame sloping{100, 0.05, 20};
  const LineFrame fitted = fit_frame({103, 0.05, 22}, set_on(sloping, kMixed, 1), reader_of_two_heights());
  EXPECT_EQ(fitted.slope, 0.05);
  EXPECT_NEAR(fitted.baseline, 100, 0.7);
}

TEST(FrameFit, IsNotMovedByGlyphsOfLittleConfidence) {
  const LineFrame frame{104, 0, 24};
  EXPECT_EQ(fit_frame(frame, set_on(kTrue, kMixed, 0.2F), reader_of_two_heights()).baseline, 104);
}

TEST(FrameFit, IsNotMovedByAFewGlyphs) {
  const LineFrame frame{104, 0, 24};
  EXPECT_EQ(fit_frame(frame, set_on(kTrue, {0, 1}, 1), reader_of_two_heights()).baseline, 104);
}

TEST(FrameFit, TellsFramesThatReadingCouldTellApart) {
  EXPECT_TRUE(is_close({100, 0, 20}, {100.2, 0, 20.3}));
  EXPECT_FALSE(is_close({100, 0, 20}, {102, 0, 20}));
  EXPECT_FALSE(is_close({100, 0, 20}, {100, 0, 23}));
}

}  // namespace
}  // namespace ocelli::internal::frame_fit_test
