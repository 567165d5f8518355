#include "ocelli/pipelines/stages/existing_text.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace ocelli::internal::existing_text_stage_test {
namespace {

/// A word whose letters are 10 pixels wide and 20 high.
PdfWord word(const std::string& text, int x, int y, bool space_after = true) {
  PdfWord word{{}, 0, 20, space_after};
  for (const char letter : text) {
    word.glyphs.push_back({std::string(1, letter), {x, y, 10, 20}});
    x += 10;
  }
  return word;
}

TEST(OwnText, FormsLinesAndBlocks) {
  const PageText page = page_text_of({{400, 300},
                                      {word("One", 10, 10), word("line", 50, 10), word("next", 10, 34),
                                       word("far", 10, 120), word("col", 300, 10)}});
  EXPECT_EQ(page.text(), "One line\nnext\n\nfar\n\ncol\n");
  EXPECT_EQ(page.width, 400);
  EXPECT_TRUE(page.is_from_file());
  EXPECT_EQ(page.blocks[0].box, cv::Rect(10, 10, 80, 44));
  const ReadLine& line = page.blocks[0].lines[0];
  EXPECT_EQ(line.baseline, 26);
  EXPECT_EQ(line.font_height(), 20);
  EXPECT_EQ(line.words[1].box(), cv::Rect(50, 10, 40, 20));
}

TEST(OwnText, JoinsPartsOfAWord) {
  EXPECT_EQ(page_text_of({{400, 300}, {word("un", 10, 10, false), word("like", 30, 10)}}).text(), "unlike\n");
  EXPECT_EQ(page_text_of({{400, 300}, {word("un", 10, 10, true), word("like", 30, 10)}}).text(), "un like\n");
}

TEST(OwnText, StandsUprightWhereItIsTurned) {
  PdfWord down = word("down", 0, 0);
  for (int i = 0; i < 4; ++i) down.glyphs[static_cast<std::size_t>(i)].box = {100, 50 + 10 * i, 20, 10};
  down.quarters = 1;
  const PageText page = page_text_of({{400, 300}, {down}});
  EXPECT_EQ(page.quarters, 3);
  EXPECT_EQ(page.blocks[0].box, cv::Rect(100, 50, 20, 40));
  EXPECT_EQ(page.upright(page.blocks[0].box).size(), cv::Size(40, 20));
}

TEST(OwnText, IsCoveredByTheColorAroundIt) {
  cv::Mat gray(100, 200, CV_8UC1, cv::Scalar(230));
  gray(cv::Rect(100, 0, 100, 100)).setTo(40);
  gray(cv::Rect(20, 45, 30, 8)).setTo(0);
  gray(cv::Rect(130, 45, 30, 8)).setTo(255);
  const cv::Mat covered = without_words(gray, {gray.size(), {word("abc", 20, 40), word("def", 130, 40)}});
  EXPECT_EQ(cv::countNonZero(covered(cv::Rect(0, 0, 100, 100)) != 230), 0);
  EXPECT_EQ(cv::countNonZero(covered(cv::Rect(100, 0, 100, 100)) != 40), 0);
  EXPECT_EQ(gray.at<std::uint8_t>(48, 30), 0) << "the page itself stays";
}

TEST(OwnText, LeavesTheLettersBesideItWhole) {
  cv::Mat gray(100, 200, CV_8UC1, cv::Scalar(230));
  const cv::Rect own(22, 42, 6, 16), beside(43, 42, 12, 16), below(20, 62, 12, 16), rule(0, 59, 200, 1);
  for (const cv::Rect& ink : {own, beside, below, rule}) gray(ink).setTo(0);
  const cv::Mat covered = without_words(gray, {gray.size(), {word("ab", 20, 40)}});
  EXPECT_EQ(cv::countNonZero(covered(own) != 230), 0);
  EXPECT_EQ(cv::countNonZero(covered(beside)), 0);
  EXPECT_EQ(cv::countNonZero(covered(below)), 0);
  EXPECT_EQ(covered.at<std::uint8_t>(59, 25), 230) << "what is no letter is covered as far as the word goes";
  EXPECT_EQ(cv::countNonZero(
                without_words(gray, {gray.size(), {word("ab", 20, 40), word("c", 43, 40)}})(beside) != 230),
            0);
}

TEST(OwnText, LeavesTheDotsOfLettersInTheNextLine) {
  cv::Mat gray(100, 200, CV_8UC1, cv::Scalar(230));
  const cv::Rect letter(22, 69, 8, 16), dot(24, 60, 4, 4), full_stop(36, 58, 4, 4), crossing(44, 45, 12, 12);
  for (const cv::Rect& ink : {letter, dot, full_stop, crossing}) gray(ink).setTo(0);
  const cv::Mat covered = without_words(gray, {gray.size(), {word("ab", 20, 40)}});
  EXPECT_EQ(cv::countNonZero(covered(letter)), 0);
  EXPECT_EQ(cv::countNonZero(covered(dot)), 0) << "of the letter below";
  EXPECT_EQ(cv::countNonZero(covered(full_stop) != 230), 0) << "of the word itself";
}

TEST(OwnText, TakesNoGridBelowAWordForALetter) {
  cv::Mat gray(100, 400, CV_8UC1, cv::Scalar(230));
  const cv::Rect own(22, 42, 8, 16), grid(0, 62, 400, 38), beside(44, 45, 12, 12);
  cv::rectangle(gray, grid, 0);
  for (const cv::Rect& ink : {own, beside}) gray(ink).setTo(0);
  const cv::Mat covered = without_words(gray, {gray.size(), {word("ab", 20, 40)}});
  EXPECT_EQ(cv::countNonZero(covered(own) != 230), 0);
}

PageText page_of(std::initializer_list<std::pair<const char*, cv::Rect>> blocks) {
  PageText page{400, 300, {}};
  for (const auto& [text, box] : blocks)
    page.blocks.push_back({box, {{box, 0, 0, 10, {{{{text, box, 1}}}}}}});
  return page;
}

TEST(OwnText, IsMergedWithWhatWasReadByPlace) {
  PageText own =
      page_of({{"top", {0, 10, 100, 20}}, {"bottom", {0, 200, 100, 20}}, {"right", {200, 10, 99, 20}}});
  for (ReadBlock& block : own.blocks) block.from_file = true;
  const PageText both =
      with_read_blocks(own, page_of({{"middle", {0, 100, 100, 20}}, {"low", {200, 99, 50, 20}}}));
  EXPECT_EQ(both.text(), "top\n\nmiddle\n\nbottom\n\nright\n\nlow\n");
  EXPECT_FALSE(both.is_from_file());
  EXPECT_EQ(only_read_blocks(both).text(), "middle\n\nlow\n");
  EXPECT_TRUE(with_read_blocks(own, {400, 300, {}}).is_from_file());
}

}  // namespace
}  // namespace ocelli::internal::existing_text_stage_test
