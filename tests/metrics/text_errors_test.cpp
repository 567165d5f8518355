#include "ocelli/metrics/text_errors.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::text_errors_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr TextRule kFolded{.fold_case = true};

TEST(ComparableText, HasSingleSpacesAndNoneAtTheEnds) {
  EXPECT_EQ(comparable_text("  a \t\r\n b\xC2\xA0\xE2\x80\x83"
                            "c\n",
                            {}),
            U"a b c");
  EXPECT_EQ(comparable_text(" \n ", {}), U"");
}

TEST(ComparableText, IsInNormalFormKC) {
  EXPECT_EQ(comparable_text("\xEF\xAC\x81x", {}), U"fix") << "a ligature";
  EXPECT_EQ(comparable_text("e\xCC\x81", {}), U"\u00E9") << "a letter and its accent";
  EXPECT_EQ(comparable_text("\xEF\xBC\xA1", {}), U"A") << "a letter of full width";
}

TEST(ComparableText, FoldsCaseWhenAsked) {
  EXPECT_EQ(comparable_text("TOTAL \xC3\x89", kFolded), U"total \u00E9");
  EXPECT_EQ(comparable_text("TOTAL", {}), U"TOTAL");
}

TEST(ComparableText, FoldsMarksToThoseOfAsciiWhenAsked) {
  constexpr TextRule kMarks{.fold_marks = true};
  EXPECT_EQ(comparable_text("\u201Eja\u201C \u00ABoui\u00BB l\u2019an", kMarks), U"\"ja\" \"oui\" l'an");
  EXPECT_EQ(comparable_text("a \u2013 b \u2014 c\u00AC", kMarks), U"a - b - c-");
  EXPECT_EQ(comparable_text("l\u2019an \u2013", {}), U"l\u2019an \u2013");
}

TEST(ComparableText, HasAReplacementForBytesThatDoNotBelong) {
  EXPECT_EQ(comparable_text("a\xFF"
                            "b",
                            {}),
            U"a\uFFFD"
            U"b");
  EXPECT_EQ(comparable_text("\xC3", {}), U"\uFFFD");
  EXPECT_EQ(comparable_text(std::string_view("a\0b", 3), {}).size(), 3u);
}

TEST(CharacterErrors, AreEditsAndCharactersOfTheTruth) {
  EXPECT_EQ(character_errors("kitten", "sitting"), (TextErrors{3, 6}));
  EXPECT_EQ(character_errors("caf\xC3\xA9", "cafe"), (TextErrors{1, 4}));
  EXPECT_EQ(character_errors("", "abc"), (TextErrors{3, 0}));
  EXPECT_EQ(character_errors("abc", ""), (TextErrors{3, 3}));
  EXPECT_EQ(character_errors("Total", "TOTAL", kFolded).edits, 0u);
}

TEST(CharacterErrors, AddUpOverPages) {
  TextErrors sum;
  EXPECT_EQ(sum.rate(), 0);
  sum += character_errors("abcd", "abxd");
  sum += character_errors("abcd", "abcd");
  EXPECT_EQ(sum, (TextErrors{1, 8}));
  EXPECT_DOUBLE_EQ(sum.rate(), 0.125);
}

TEST(CharacterErrors, LeaveMarksToThePageIfTheTruthIsInAscii) {
  EXPECT_EQ(character_errors("\"It's 1/2\" - so", "\u201CIt\u2019s \u00BD\u201D \u2013 so").edits, 0u);
  EXPECT_EQ(character_errors("\u00A7 \"a\"", "\u00A7 \u201Ca\u201D").edits, 2u);
}

TEST(ComparableText, KeepsSignsWhenAsked) {
  EXPECT_EQ(comparable_text("\u00BD m\u00B2 \u2122", {.keep_signs = true}), U"\u00BD m\u00B2 \u2122");
  EXPECT_EQ(comparable_text("\u00BD m\u00B2 \u2122", {}), U"1\u20442 m2 TM");
}

TEST(WordErrors, CountWords) {
  EXPECT_EQ(word_errors("the quick  brown fox", "the quick browm fox jumps"), (TextErrors{2, 4}));
  EXPECT_EQ(word_errors("", ""), (TextErrors{0, 0}));
}

TEST(WordsMissed, DoNotMindTheOrder) {
  EXPECT_EQ(words_missed("one two three", "three one two"), (TextErrors{0, 3}));
  EXPECT_EQ(words_missed("no no no yes", "no yes maybe"), (TextErrors{2, 4}));
}

TEST(TextConfusions, TellWhatIsTakenForWhatTheMostFrequentFirst) {
  TextConfusions confusions;
  confusions.add("lint lilt", "1int li1t");
  confusions.add("r\xC3\xA9sum\xC3\xA9", "resum\xC3\xA9.");
  EXPECT_THAT(confusions.list(), ElementsAre(TextConfusion{"l", "1", 2}, TextConfusion{"", ".", 1},
                                             TextConfusion{"\xC3\xA9", "e", 1}));
}

TEST(TextConfusions, AreNoneForTheSameText) {
  TextConfusions confusions;
  confusions.add("same", " same");
  EXPECT_THAT(confusions.list(), IsEmpty());
}

TEST(WordsRight, AreAlignedWithTheTruthOrLeftOverInIt) {
  const auto right = [](std::string_view truth, const std::vector<std::string>& read) {
    return words_right(truth, read);
  };
  using Flags = std::vector<bool>;
  EXPECT_EQ(right("to be or not", {"to", "bc", "or", "not"}), (Flags{true, false, true, true}));
  EXPECT_EQ(right("one two three four", {"three", "four", "one", "two"}), (Flags{true, true, true, true}))
      << "columns in another order";
  EXPECT_EQ(right("to", {"to", "to"}).size(), 2u);
  const Flags twice = right("to", {"to", "to"});
  EXPECT_NE(twice[0], twice[1]) << "a word of the truth is one word read";
  EXPECT_EQ(right("", {"x"}), (Flags{false}));
  EXPECT_EQ(right("x", {}), Flags{});
}

}  // namespace
}  // namespace ocelli::internal::text_errors_test
