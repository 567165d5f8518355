#include "ocelli/text/training/alphabet.hpp"

#include <gmock/gmock.h>

#include "data/text_font.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/training/font_face.hpp"

namespace ocelli::internal::alphabet_test {
namespace {

using testing::HasSubstr;

const std::vector<FontFile> kFaces = {{test::kTextFont, 0, "DejaVu Sans"}};

TEST(Alphabet, IsThatOfItsTextsAndAscii) {
  OCELLI_NEEDS_TEXT_FONT();
  const std::vector<std::string> texts = {"M\u00FCller, M\u00FCller", "na\u00EFve"};
  const Alphabet alphabet = alphabet_of(texts, kFaces, 2);
  EXPECT_EQ(alphabet.characters, printing_ascii() + U"\u00FC");
  EXPECT_EQ(alphabet.too_few, U"\u00EF");
  EXPECT_EQ(alphabet.no_face, U"");
  EXPECT_THAT(alphabet.left_out(), HasSubstr("\u00EF"));
}

TEST(Alphabet, TakesALetterAndItsAccentAsOne) {
  OCELLI_NEEDS_TEXT_FONT();
  EXPECT_EQ(alphabet_of(std::vector<std::string>{"u\u0308"}, kFaces, 1).characters,
            printing_ascii() + U"\u00FC");
}

TEST(Alphabet, SaysWhatNoFaceHas) {
  OCELLI_NEEDS_TEXT_FONT();
  const Alphabet alphabet = alphabet_of(std::vector<std::string>{"\u6F22\u6F22"}, kFaces, 1);
  EXPECT_EQ(alphabet.characters, printing_ascii());
  EXPECT_EQ(alphabet.no_face, U"\u6F22");
  EXPECT_THAT(alphabet.left_out(), HasSubstr("none of the fonts: \u6F22"));
}

TEST(Alphabet, IsAsciiAloneWhenAskedTo) {
  const Alphabet alphabet = alphabet_of(std::vector<std::string>{"M\u00FCller"}, {}, 0);
  EXPECT_EQ(alphabet.characters, printing_ascii());
  EXPECT_EQ(alphabet.too_few, U"\u00FC");
}

TEST(Alphabet, LeavesOutWhatHasNoInk) {
  EXPECT_EQ(alphabet_of(std::vector<std::string>{"a\u00ADb\u200Bc\uFEFF plain"}, {}, 1).left_out(), "");
}

TEST(Alphabet, HasAClassForEachCharacterAndOneForNone) {
  EXPECT_THAT(reading_classes(U"a\u00FC"), testing::ElementsAre("a", "\u00FC", kNoGlyph));
}

}  // namespace
}  // namespace ocelli::internal::alphabet_test
