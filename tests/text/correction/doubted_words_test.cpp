#include "ocelli/text/correction/corrections.hpp"

#include <gtest/gtest.h>

#include "text/read_line.hpp"

namespace ocelli::internal::doubted_words_test {
namespace {

using test::line_of;

bool ink_may_be_all(const cv::Rect&, std::string_view, std::string_view) { return true; }

/// Knows these words, and texts that they are common in.
LanguageModel language() {
  const std::vector<std::string> texts(
      40, "the form of a western return was worn by the number of them and you\n");
  return learn_language(texts, "form\nwestern\nreturn\nnumber\nyours\nthem\nworm\nhand\n", {});
}

std::string mended(const std::vector<std::string>& words,
                   const std::vector<std::string>& readable = test::printing_classes()) {
  ReadLine line = line_of(words);
  mend_doubted_words(line, language(), readable, {}, ink_may_be_all);
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

TEST(DoubtedWords, AWideFIsALigatureWhateverItsInk) {
  const LanguageModel of_office =
      learn_language(std::vector<std::string>(40, "the office of the form\n"), "office\n", {});
  const auto mend = [&](int width) {
    ReadLine line = line_of({"ofice"});
    line.words[0].glyphs[1].box.width = width;
    mend_doubted_words(line, of_office, test::printing_classes(), {},
                       [](const cv::Rect&, std::string_view, std::string_view) { return false; });
    return line.text();
  };
  EXPECT_EQ(mend(test::kXHeight), "office");
  EXPECT_EQ(mend(test::kXHeight / 2), "ofice");
}

TEST(DoubtedWords, AGlyphThatIsTwoLettersKeepsItsBox) {
  ReadLine line = line_of({"fom"});
  const cv::Rect box = line.words[0].glyphs[2].box;
  mend_doubted_words(line, language(), test::printing_classes(), {}, ink_may_be_all);
  ASSERT_EQ(line.words[0].glyphs.size(), 3u);
  EXPECT_EQ(line.words[0].glyphs[2].text, "rm");
  EXPECT_EQ(line.words[0].glyphs[2].box, box);
}

TEST(DoubtedWords, NothingIsMadeThatTheInkDoesNotSupport) {
  ReadLine line = line_of({"fom", "retum"});
  const InkJudge only_rn = [](const cv::Rect&, std::string_view, std::string_view meant) {
    return meant == "rn";
  };
  mend_doubted_words(line, language(), test::printing_classes(), {}, only_rn);
  EXPECT_EQ(line.text(), "fom return");
}

TEST(DoubtedWords, DividedWordsAreJudgedWhole) {
  const auto mended_after = [](const std::string& before, const std::string& word) {
    ReadLine line = line_of({word, "you"});
    mend_doubted_words(line, language(), test::printing_classes(), {before, ""}, ink_may_be_all);
    return line.text();
  };
  EXPECT_EQ(mended_after("", "wom"), "worn you");
  EXPECT_EQ(mended_after("num", "ber"), "ber you");
  EXPECT_EQ(mended_after("Zin", "wom"), "wom you");
  EXPECT_EQ(mended_after("west", "em"), "ern you");
}

TEST(DoubtedWords, AreDividedByAHyphenBetweenLettersOfABlock) {
  const std::vector<ReadLine> lines = {line_of({"the", "Bel-"}), line_of({"gian", "num-"}), line_of({"ber"})};
  const std::vector<std::size_t> blocks = {0, 0, 1};
  const std::vector<DividedWords> divided = divided_words(lines, blocks);
  EXPECT_EQ(divided[0].after, "gian");
  EXPECT_EQ(divided[1].before, "Bel");
  EXPECT_EQ(divided[1].after, "");
  EXPECT_EQ(divided[2].before, "");
}

TEST(DoubtedWords, NothingUnreadableIsMade) { EXPECT_EQ(mended({"fom"}, {"f", "o", "m"}), "fom"); }

}  // namespace
}  // namespace ocelli::internal::doubted_words_test
