#include "ocelli/text/layout/pitch.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "text/whole_line.hpp"

namespace ocelli::internal::pitch_test {
namespace {

constexpr int kHeight = 50, kBaseline = 40;
constexpr double kXHeight = 20, kCell = 24.3, kStart = 7;

/// Two stems with a foot between them, about a middle.
void draw_letter(cv::Mat& ink, double middle, int width) {
  const int left = static_cast<int>(std::lround(middle - width / 2.0)), top = kBaseline - 20;
  ink(cv::Rect(left, top, 3, 20)) = 255;
  ink(cv::Rect(left + width - 3, top, 3, 20)) = 255;
  ink(cv::Rect(left, kBaseline - 2, width, 2)) = 255;
}

int any_width(Random& random) { return 8 + static_cast<int>(random.below(11)); }

/// Words of five letters and a blank, one glyph a cell.
cv::Mat typewritten(int cells) {
  Random random(1);
  cv::Mat ink = cv::Mat::zeros(kHeight, static_cast<int>(kStart + (cells + 1) * kCell), CV_8U);
  for (int cell = 0; cell < cells; ++cell)
    if (cell % 6 != 5) draw_letter(ink, kStart + (cell + 0.5) * kCell, any_width(random));
  return ink;
}

/// The same letters, as far apart from each other as their widths want.
cv::Mat proportional(int letters) {
  Random random(1);
  cv::Mat ink = cv::Mat::zeros(kHeight, letters * 24, CV_8U);
  double x = kStart;
  for (int letter = 0; letter < letters; ++letter) {
    const int width = any_width(random);
    draw_letter(ink, x + width / 2.0, width);
    x += width + (letter % 6 == 5 ? 12 : 4);
  }
  return ink;
}

LineInk inked(const cv::Mat& ink) {
  const Components components = connected_components(ink);
  return {test::whole_line(components, kBaseline, kXHeight), components};
}

TEST(Pitch, IsFoundOnATypewritersLine) {
  const std::optional<Pitch> pitch = inked(typewritten(50)).pitch();
  ASSERT_TRUE(pitch);
  EXPECT_NEAR(pitch->width, kCell, 0.1);
  for (const int cell : {0, 25, 49})
    EXPECT_NEAR(pitch->cells_at(kStart + (cell + 0.5) * kCell) - std::floor(pitch->cells_at(kStart)),
                cell + 0.5, 0.6);
  const double middle = pitch->cells_at(kStart + 25.5 * kCell);
  EXPECT_NEAR(middle - std::floor(middle), 0.5, 0.1);
}

TEST(Pitch, IsFoundWhereAllLettersOfAWordTouch) {
  cv::Mat ink = typewritten(50);
  for (int word = 0; word < 8; ++word) {
    const int left = static_cast<int>(kStart + (6 * word + 0.5) * kCell);
    ink(cv::Rect(left, kBaseline - 2, static_cast<int>(4 * kCell), 2)) = 255;
  }
  const LineInk line = inked(ink);
  ASSERT_TRUE(line.pitch());
  EXPECT_NEAR(line.pitch()->width, kCell, 0.1);
}

TEST(Pitch, PartsWordsBetweenCells) {
  cv::Mat ink = typewritten(48);
  ink(cv::Rect(static_cast<int>(kStart + 0.5 * kCell), kBaseline - 18, static_cast<int>(4 * kCell), 18)) =
      255;
  const LineInk line = inked(ink);
  ASSERT_TRUE(line.pitch());
  int cuts = 0;
  for (const InkSegment& segment : line.segments()) {
    const double cells = line.pitch()->cells_at(segment.box.x);
    cuts += segment.box.x < kStart + 5 * kCell && std::abs(cells - std::round(cells)) < 0.25;
  }
  EXPECT_GE(cuts, 4) << "a block of ink without valleys is cut at the borders of its cells";
}

TEST(Pitch, IsNotFoundInProportionalType) { EXPECT_FALSE(inked(proportional(60)).pitch()); }

TEST(Pitch, IsNotFoundWithFewLetters) {
  EXPECT_FALSE(inked(typewritten(5)).pitch());
  EXPECT_FALSE(find_pitch({}, {}, {}));
}

TEST(Pitch, IsFoundOnAShortLineIfItsLettersAgree) {
  const auto short_line = [](const std::vector<double>& off_middle) {
    cv::Mat ink = cv::Mat::zeros(kHeight, static_cast<int>(kStart + 12 * kCell), CV_8U);
    for (std::size_t cell = 0; cell < off_middle.size(); ++cell)
      if (cell % 6 != 5)
        draw_letter(ink, kStart + (static_cast<double>(cell) + 0.5 + off_middle[cell]) * kCell, 12);
    return inked(ink).pitch().has_value();
  };
  EXPECT_TRUE(short_line({0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(short_line({0.11, 0.11, -0.11, 0.11, -0.11, 0, 0.11, -0.11, -0.11, 0.11})) << "by chance";
}

TEST(Pitch, IsNotFoundWithoutInkAboutTheBaseline) {
  const Components components = connected_components(typewritten(50));
  TextLine line = test::whole_line(components, kHeight + 500, kXHeight);
  std::vector<cv::Rect> boxes;
  for (const Component& component : components.list) boxes.push_back(component.box);
  EXPECT_FALSE(find_pitch(line, components, boxes));
  line.x_height = 0.01;
  EXPECT_FALSE(find_pitch(line, components, boxes)) << "which would take for ever";
}

TEST(Pitch, HoldsWithAStrokeBelowThatIsLongerThanTheLine) {
  cv::Mat ink = typewritten(50);
  ink(cv::Rect(0, kBaseline + 4, ink.cols, 2)) = 255;
  const LineInk line = inked(ink);
  ASSERT_TRUE(line.pitch());
  EXPECT_NEAR(line.pitch()->width, kCell, 0.1);
}

}  // namespace
}  // namespace ocelli::internal::pitch_test
