#include "ocelli/text/correction/corrections.hpp"

#include <gtest/gtest.h>

#include "text/read_line.hpp"

namespace ocelli::internal::doubted_words_test {
namespace {

using test::line_of;

/// Knows these words, and texts that they are common in.
LanguageModel language() {
  const std::vector<std::string> texts(
      40, "the form of a western return was worn by the number of them and you\n");
  return learn_language(texts, "form\nwestern\nreturn\nnumber\nyours\nthem\nworm\nhand\n", {});
}

std::string mended(const std::vector<std::string>& words,
                   const std::vector<std::string>& readable = test::printing_classes()) {
  ReadLine line = line_of(words);
  mend_doubted_words(line, language(), readable);
  return line.text();
}

TEST(DoubtedWords, LettersThatTouchArePartedWhereThatMakesAWord) {
  EXPECT_EQ(mended({"the", "fom", "of", "westem", "retum", "nmber"}), "the form of western return number");
}

TEST(DoubtedWords, PartsOfALetterAreJoined) {
  EXPECT_EQ(mended({"thern", "theln", "hancl"}), "them them hand");
}

TEST(DoubtedWords, MarksAroundStay) { EXPECT_EQ(mended({"(fom),", "\"retum.\""}), "(form), \"return.\""); }

TEST(DoubtedWords, ListedWordsAndWordsBeyondHelpStay) {
  EXPECT_EQ(mended({"worn", "Zomt", "om"}), "worn Zomt om");
}

TEST(DoubtedWords, AGlyphThatIsTwoLettersKeepsItsBox) {
  ReadLine line = line_of({"fom"});
  const cv::Rect box = line.words[0].glyphs[2].box;
  mend_doubted_words(line, language(), test::printing_classes());
  ASSERT_EQ(line.words[0].glyphs.size(), 3u);
  EXPECT_EQ(line.words[0].glyphs[2].text, "rm");
  EXPECT_EQ(line.words[0].glyphs[2].box, box);
}

TEST(DoubtedWords, NothingUnreadableIsMade) { EXPECT_EQ(mended({"fom"}, {"f", "o", "m"}), "fom"); }

}  // namespace
}  // namespace ocelli::internal::doubted_words_test
