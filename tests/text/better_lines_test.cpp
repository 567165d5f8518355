#include "ocelli/text/better_lines.hpp"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace ocelli::internal::better_lines_test {
namespace {

constexpr int kPitch = 40, kHeight = 30, kWidth = 20;

/// The line of this number, a glyph for each letter, from `left` on.
ReadLine line(int number, const std::string& letters, float confidence, int left = 0) {
  ReadLine line;
  line.box = {left, number * kPitch, kWidth * static_cast<int>(letters.size()), kHeight};
  ReadWord& word = line.words.emplace_back();
  for (const char letter : letters) {
    word.glyphs.push_back({std::string(1, letter), {left, line.box.y, kWidth, kHeight}, confidence});
    left += kWidth;
  }
  return line;
}

PageText page(std::vector<ReadLine> lines) {
  return {.width = 400, .height = 400, .blocks = {{{0, 0, 400, 400}, std::move(lines)}}};
}

std::string better(std::vector<ReadLine> one, std::vector<ReadLine> other) {
  return with_better_lines(page(std::move(one)), page(std::move(other))).text();
}

TEST(BetterLines, TakesOfEachLineTheSurerReading) {
  EXPECT_EQ(
      better({line(0, "aaaa", 0.9F), line(1, "aaaa", 0.5F)}, {line(0, "bbbb", 0.6F), line(1, "bbbb", 0.8F)}),
      "aaaa\nbbbb\n");
}

TEST(BetterLines, DoesNotDependOnWhichReadingComesFirst) {
  const std::vector<ReadLine> one = {line(0, "aaaa", 0.9F), line(1, "aaaa", 0.5F)};
  const std::vector<ReadLine> other = {line(0, "bbbb", 0.6F), line(1, "bbbb", 0.8F)};
  EXPECT_EQ(better(one, other), better(other, one));
}

TEST(BetterLines, KeepsTheLinesOfAPageForAReadingOfSomeOfThem) {
  const PageText one = page({line(0, "aaaa", 0.5F), line(1, "aaaa", 0.5F)});
  EXPECT_EQ(with_words_of(one, page({line(1, "bbbb", 0.99F)})).text(), "aaaa\nbbbb\n");
}

TEST(BetterLines, PrefersAReadingThatLeavesLittleOut) {
  EXPECT_GT(readability(line(0, "aaaaaaaaaaaa", 0.85F)), readability(line(0, "bbbb", 0.9F)));
  EXPECT_EQ(readability(ReadLine()), 0);
}

TEST(BetterLines, KeepsTheLinesOfTheBetterPageThatTheOtherHasNot) {
  EXPECT_EQ(better({line(0, "aaaa", 0.9F), line(2, "aaaa", 0.9F)}, {line(1, "bbbb", 0.99F)}), "aaaa\naaaa\n");
}

TEST(BetterLines, KeepsALineThatTheOtherReadingCutInTwo) {
  EXPECT_EQ(better({line(0, "aaaaaaaa", 0.5F), line(1, "aaaaaaaaaaaaaaaa", 0.99F)},
                   {line(0, "bbbb", 0.9F), line(0, "bbbb", 0.9F, 4 * kWidth)}),
            "aaaaaaaa\naaaaaaaaaaaaaaaa\n");
}

TEST(BetterLines, KeepsTwoLinesThatTheOtherReadingJoined) {
  EXPECT_EQ(better({line(0, "aaaa", 0.8F), line(0, "aaaa", 0.8F, 4 * kWidth), line(1, "aaaaaaaa", 0.99F)},
                   {line(0, "bbbbbbbb", 0.9F)}),
            "aaaa\naaaa\naaaaaaaa\n");
}

/// Words of these letters and confidences, side by side.
ReadLine words(const std::vector<std::pair<std::string, float>>& read) {
  ReadLine all;
  int left = 0;
  for (const auto& [letters, confidence] : read) {
    ReadLine one = line(0, letters, confidence, left);
    left = one.box.br().x + kWidth;
    all.box |= one.box;
    all.words.push_back(one.words.front());
  }
  all.x_height = kHeight;
  return all;
}

TEST(BetterLines, TakesOfEachWordTheSurerReading) {
  EXPECT_EQ(better({words({{"aaaa", 0.9F}, {"bbbb", 0.3F}, {"cccc", 0.9F}})},
                   {words({{"dddd", 0.5F}, {"eeee", 0.9F}, {"ffff", 0.5F}})}),
            "aaaa eeee cccc\n");
}

TEST(BetterLines, TakesListedWordsBeforeOthersThatLookAsSure) {
  ReadLine one = words({{"aaaa", 0.9F}, {"bbbb", 0.91F}}), other = words({{"dddd", 0.9F}, {"eeee", 0.9F}});
  one.words[1].spelling = ReadWord::Spelling::unlisted;
  EXPECT_EQ(better({one}, {other}), "aaaa eeee\n");
}

TEST(BetterLines, ComparesWordsThatAreOneInTheOtherReadingTogether) {
  EXPECT_EQ(better({words({{"aaaa", 0.9F}, {"bbbb", 0.4F}, {"cccc", 0.4F}})},
                   {words({{"dddd", 0.5F}, {"eeeeeeeee", 0.8F}})}),
            "aaaa eeeeeeeee\n");
}

TEST(BetterLines, KeepsSureWordsThatTheOtherReadingHasNot) {
  ReadLine gap = words({{"dddd", 0.5F}, {"eeee", 0.5F}, {"ffff", 0.99F}});
  gap.words.erase(gap.words.begin() + 1);
  EXPECT_EQ(better({words({{"aaaa", 0.9F}, {"bbbb", 0.9F}})}, {gap}), "aaaa bbbb ffff\n");
}

std::string agreed(const ReadLine& first, const std::vector<ReadLine>& others) {
  std::vector<PageText> readings;
  for (const ReadLine& other : others) readings.push_back(page({other}));
  return with_agreed_lines(page({first}), readings).text();
}

TEST(AgreedLines, AreThoseThatTheOtherReadingsDifferFromLeast) {
  EXPECT_EQ(
      agreed(line(0, "baad", 0.9F), {line(0, "aacd", 0.9F), line(0, "aaad", 0.9F), line(0, "aaae", 0.9F)}),
      "aaad\n");
}

TEST(AgreedLines, CountSureReadingsForMore) {
  const std::vector<ReadLine> unsure = {line(0, "bbbb", 0.1F), line(0, "bbbb", 0.1F)};
  EXPECT_EQ(agreed(line(0, "aaaa", 0.9F), unsure), "aaaa\n");
  EXPECT_EQ(agreed(line(0, "aaaa", 0.1F), unsure), "bbbb\n");
}

TEST(AgreedLines, TakeAtLeastThreeReadings) {
  EXPECT_EQ(agreed(line(0, "aaaa", 0.3F), {line(0, "bbbb", 0.9F)}), "aaaa\n");
  EXPECT_EQ(agreed(line(0, "aaaa", 0.3F), {}), "aaaa\n");
}

TEST(AgreedLines, LookOnlyAtLinesThatLieOnThem) {
  EXPECT_EQ(agreed(line(0, "aaaa", 0.3F), {line(1, "bbbb", 0.9F), line(1, "bbbb", 0.9F)}), "aaaa\n");
}

}  // namespace
}  // namespace ocelli::internal::better_lines_test
