#include "ocelli/text/word_confidence.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ocelli::internal::word_confidence_test {
namespace {

ReadWord word_of(const std::string& text, float confidence,
                 ReadWord::Spelling spelling = ReadWord::Spelling::listed) {
  ReadWord word;
  for (const char letter : text) word.glyphs.push_back({std::string(1, letter), {0, 0, 10, 20}, confidence});
  word.spelling = spelling;
  return word;
}

TEST(WordConfidence, GrowsWithThatOfEachGlyph) {
  ReadWord word = word_of("house", 0.9F);
  float last = 0;
  for (const float glyph : {0.0F, 0.2F, 0.5F, 0.8F, 0.95F, 1.0F}) {
    word.glyphs[2].confidence = glyph;
    const float confidence = word_confidence(word);
    EXPECT_GT(confidence, last);
    EXPECT_LT(confidence, 1);
    last = confidence;
  }
}

TEST(WordConfidence, IsLowerForWhatNoListSupports) {
  for (const float glyph : {0.5F, 0.9F, 0.99F}) {
    const float listed = word_confidence(word_of("house", glyph)),
                unlisted = word_confidence(word_of("hause", glyph, ReadWord::Spelling::unlisted));
    EXPECT_GT(listed, unlisted + 0.1F);
  }
  EXPECT_GT(word_confidence(word_of("of", 0.9F)),
            word_confidence(word_of("~'", 0.9F, ReadWord::Spelling::no_letters)));
}

TEST(WordConfidence, GrowsWithTheLengthOfAListedWord) {
  EXPECT_GT(word_confidence(word_of("information", 0.99F)), word_confidence(word_of("in", 0.99F)));
}

TEST(WordConfidence, IsThatOfANumberWhereThereIsAFigure) {
  EXPECT_EQ(word_confidence(word_of("1st", 0.9F)),
            word_confidence(word_of("1st", 0.9F, ReadWord::Spelling::unlisted)));
  EXPECT_EQ(word_confidence(word_of("123", 0.9F)), word_confidence(word_of("1st", 0.9F)));
}

TEST(NoteSpelling, LooksUpTheRunsOfLetters) {
  const std::vector<std::string> texts = {"the house of the rising sun the house of the rising sun"};
  const LanguageModel language = learn_language(texts, "house\nsun\nthe\n", {});
  ReadLine line;
  for (const char* text : {"house,", "hause", "sun-house", "sun-hause", "--", "17"})
    line.words.push_back(word_of(text, 1));
  note_spelling(line, language);
  using Spelling = ReadWord::Spelling;
  const std::vector<Spelling> expected = {Spelling::listed,   Spelling::unlisted,   Spelling::listed,
                                          Spelling::unlisted, Spelling::no_letters, Spelling::no_letters};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(line.words[i].spelling, expected[i]) << line.words[i].text();
}

}  // namespace
}  // namespace ocelli::internal::word_confidence_test
