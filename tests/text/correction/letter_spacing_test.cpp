#include "ocelli/text/correction/corrections.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "text/read_line.hpp"

namespace ocelli::internal::letter_spacing_test {
namespace {

constexpr int kWidth = 20, kGap = 20;

/// A word for each letter of `letters`, a wider gap for each space in them, and words of several letters in
/// brackets.
std::string joined(const std::string& letters) {
  ReadLine line;
  int left = 0;
  bool inside = false;
  for (const char letter : letters) {
    if (letter == '[' || letter == ']') {
      inside = letter == '[';
      if (inside) line.words.emplace_back();
      continue;
    }
    if (letter == ' ') {
      left += kWidth + kGap;
      continue;
    }
    if (!inside) line.words.emplace_back();
    line.words.back().glyphs.push_back({std::string(1, letter), {left, 0, kWidth, 30}, 1});
    left += kWidth + kGap;
  }
  join_spaced_letters(line);
  return line.text();
}

TEST(LetterSpacing, JoinsSpacedLettersToAWord) { EXPECT_EQ(joined("Protocol"), "Protocol"); }

TEST(LetterSpacing, BeginsAWordWhereLettersAreFurtherApart) {
  EXPECT_EQ(joined("LES TROIS VAGUES"), "LES TROIS VAGUES");
}

TEST(LetterSpacing, TakesMarksAlong) { EXPECT_EQ(joined("Protoco[l:]"), "Protocol:"); }

TEST(LetterSpacing, LeavesOtherWordsAlone) {
  EXPECT_EQ(joined("[the]Note[of]a[b]"), "the Note of a b");
  EXPECT_EQ(joined("abc"), "a b c") << "too few";
  EXPECT_EQ(joined("12345"), "1 2 3 4 5");
  EXPECT_EQ(joined("ab    cd  e f   gh"), "a b c d e f g h") << "columns";
}

TEST(LetterSpacing, LettersWithMarksAfterThemAreWordsOfAList) {
  EXPECT_EQ(joined("[A,][B,][C,]D"), "A, B, C, D");
  EXPECT_EQ(joined("[J.][K.][R.][R.]"), "J. K. R. R.");
}

TEST(LetterSpacing, OfNothingIsNothing) { EXPECT_EQ(joined(""), ""); }

std::string parted(const std::string& word, int white) {
  const LanguageModel language =
      learn_language(std::vector<std::string>(40, "sea salt seasonal\n"), "sea\nsalt\nseasonal\nson\n", {});
  ReadLine line = test::line_of({word});
  for (std::size_t i = 3; i < word.size(); ++i) line.words[0].glyphs[i].box.x += white;
  part_joined_words(line, language);
  return line.text();
}

TEST(LetterSpacing, PartsListedWordsAtWideWhite) {
  EXPECT_EQ(parted("seasalt", 6), "sea salt");
  EXPECT_EQ(parted("seasalt", 0), "seasalt") << "no white";
  EXPECT_EQ(parted("seasonal", 6), "seasonal") << "a word";
  EXPECT_EQ(parted("seasult", 6), "seasult") << "no words";
}

}  // namespace
}  // namespace ocelli::internal::letter_spacing_test
