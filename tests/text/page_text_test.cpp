#include "ocelli/text/page_text.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::page_text_test {
namespace {

ReadWord word_of(const std::string& text, std::vector<float> confidences) {
  ReadWord word;
  for (std::size_t i = 0; i < text.size(); ++i)
    word.glyphs.push_back({std::string(1, text[i]), {}, confidences[i]});
  return word;
}

TEST(PageText, APageIsAsSureAsItsWordsAreOnTheWhole) {
  const ReadWord sure = word_of("at", {1, 1}), unsure = word_of("at", {0.5F, 1});
  PageText page;
  EXPECT_FALSE(page.confidence()) << "without words";
  page.blocks.resize(1);
  page.blocks[0].lines.resize(2);
  page.blocks[0].lines[0].words = {sure, unsure};
  page.blocks[0].lines[1].words = {unsure};
  const auto expected = static_cast<double>(sure.confidence()) + 2 * static_cast<double>(unsure.confidence());
  EXPECT_DOUBLE_EQ(page.confidence().value(), expected / 3);
  EXPECT_LT(unsure.confidence(), sure.confidence());
}

TEST(PageText, ANumberWithADoubtfulGlyphIsNotSure) {
  EXPECT_GT(word_of("$45.00", {1, 1, 0.9F, 1, 1, 1}).confidence(), 0.8F);
  EXPECT_LT(word_of("$45.00", {1, 1, 0.7F, 1, 1, 1}).confidence(), 0.8F);
}

TEST(PageText, IsToldInPixelsOfALargerImage) {
  ReadLine line{{10, 20, 30, 10}, 29, 0.02, 8, {{{{"a", {10, 20, 5, 10}, 1}}}}};
  const PageText page{100, 50, {{{10, 20, 30, 10}, {line}}}};
  const PageText large = scaled(page, {301, 150});
  EXPECT_EQ(large.width, 301);
  EXPECT_EQ(large.blocks[0].box, cv::Rect(30, 60, 90, 30));
  const ReadLine& read = large.blocks[0].lines[0];
  EXPECT_EQ(read.words[0].glyphs[0].box, cv::Rect(30, 60, 15, 30));
  EXPECT_DOUBLE_EQ(read.baseline, 87);
  EXPECT_DOUBLE_EQ(read.x_height, 24);
  EXPECT_NEAR(read.slope, 0.02, 1e-3);
}

TEST(PageText, IsScaledAlongItsLinesWhenItLiesOnItsSide) {
  const ReadLine line{{10, 20, 10, 30}, 30, 0.01, 8, {}};
  const PageText large = scaled({100, 50, {{{10, 20, 10, 30}, {line}}}, 1}, {200, 200});
  EXPECT_DOUBLE_EQ(large.blocks[0].lines[0].baseline, 60) << "across the page is down the line";
  EXPECT_DOUBLE_EQ(large.blocks[0].lines[0].slope, 0.005);
}

}  // namespace
}  // namespace ocelli::internal::page_text_test
