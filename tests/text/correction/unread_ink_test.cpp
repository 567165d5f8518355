#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "ocelli/text/correction/corrections.hpp"
#include "text/read_line.hpp"

namespace ocelli::internal::unread_ink_test {
namespace {

/// The confidence of the last glyph of a word on a page that has its ink and a block.
float confidence_beside(const std::string& text, const cv::Rect& block) {
  ReadLine line = test::line_of({text});
  for (ReadGlyph& glyph : line.words[0].glyphs) glyph.box.x += 100;
  cv::Mat ink = cv::Mat::zeros(200, 400, CV_8U);
  for (const ReadGlyph& glyph : line.words[0].glyphs) ink(glyph.box) = 255;
  ink(block) = 255;
  doubt_numbers_beside_unread_ink(line, ink);
  return line.words[0].glyphs.back().confidence;
}

constexpr int kFirst = 100, kEnd = 100 + 2 * 15 - 3;  ///< columns of a word of two glyphs

TEST(UnreadInk, ANumberBesideInkThatWasNotReadIsDoubted) {
  EXPECT_LT(confidence_beside("45", {kEnd + 5, 75, 10, 20}), 0.8F) << "a unit";
  EXPECT_LT(confidence_beside("45", {kFirst - 15, 85, 10, 4}), 0.8F) << "a minus";
  EXPECT_LT(confidence_beside("+5", {kFirst + 13, 75, 2, 20}), 0.8F) << "between its glyphs";
}

TEST(UnreadInk, OtherInkIsNoPartOfANumber) {
  EXPECT_EQ(confidence_beside("45", {0, 0, 1, 1}), 0.9F);
  EXPECT_EQ(confidence_beside("45", {kEnd + 5, 96, 5, 5}), 0.9F) << "a leader";
  EXPECT_EQ(confidence_beside("45", {kEnd + 30, 75, 10, 20}), 0.9F) << "far away";
  EXPECT_EQ(confidence_beside("45", {kEnd + 5, 85, 3, 3}), 0.9F) << "a speck";
  EXPECT_EQ(confidence_beside("ab", {kEnd + 5, 75, 10, 20}), 0.9F) << "no number";
}

}  // namespace
}  // namespace ocelli::internal::unread_ink_test
