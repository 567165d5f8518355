#include "ocelli/pipelines/written_characters.hpp"

#include <gmock/gmock.h>

#include <string>

namespace ocelli::internal::written_characters_test {
namespace {

using testing::HasSubstr, testing::Not;

TEST(WrittenCharacters, AreTheAlphabetInBothCasesWhicheverCodeNamesTheLanguage) {
  EXPECT_EQ(written_characters("de"), written_characters("deu"));
  for (const char* letter : {"ä", "Ä", "ß", "é", "ĺ", "Ĺ", "ŕ", "Ŕ"}) {
    const bool is_german = std::string("äÄßé").find(letter) != std::string::npos;
    EXPECT_EQ(written_characters("deu").find(letter) != std::string::npos, is_german) << letter;
  }
  for (const char* letter : {"ä", "Ä", "ô", "Ô", "ĺ", "Ĺ", "ŕ", "Ŕ"})
    EXPECT_THAT(written_characters("slk"), HasSubstr(letter));
  for (const char* letter : {"Ê", "Ç", "Ô", "Œ", "œ"})
    EXPECT_THAT(written_characters("fra"), HasSubstr(letter));
  for (const char* letter : {"è", "ê", "ü", "à", "û"})
    EXPECT_THAT(written_characters("nld"), HasSubstr(letter));
}

TEST(WrittenCharacters, IncludeTheSignsOfAllLanguages) {
  for (const char* code : {"eng", "pol", "no language"}) {
    for (const char* sign : {"A", "~", "£", "€", "§", "©", "°", "•", "½", "±", "“", "’", "–"})
      EXPECT_THAT(written_characters(code), HasSubstr(sign)) << code;
  }
  for (const char* code : {"eng", "no language"}) EXPECT_THAT(written_characters(code), Not(HasSubstr("ä")));
}

}  // namespace
}  // namespace ocelli::internal::written_characters_test
