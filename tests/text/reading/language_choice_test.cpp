#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::language_choice_test {
namespace {

/// A language of which these lines are the text.
Language language_of_lines(const std::string& code, const std::string& lines) {
  const std::vector<std::string> texts = {lines};
  return {code, "oI", learn_language(texts, "", {.min_word_count = 1})};
}

const std::vector<std::string> kFirst = {"oIo oIo oIo", "oIo oIo oIo oIo"},
                               kSecond = {"IIo Ioo IIo Ioo", "Ioo IIo Ioo IIo"};

Reader of_two_languages() {
  const std::vector<Language> languages = {
      language_of_lines("one", "oIo oIo oIo\noIo oIo\noIo oIo oIo oIo\n"),
      language_of_lines("two", "IIo Ioo IIo\nIoo IIo\nIIo Ioo IIo Ioo\n")};
  const Reader glyphs = test::tiny_reader(), first = glyphs.in(languages[0]);
  return first.with_languages({first, glyphs.in(languages[1])});
}

TEST(LanguageChoice, TakesTheLanguageThatExplainsThePage) {
  const Reader reader = of_two_languages();
  const PageText first = read_page(test::page_of_bars_and_blocks(kFirst), reader);
  const PageText second = read_page(test::page_of_bars_and_blocks(kSecond), reader);
  EXPECT_EQ(first.language, "one");
  EXPECT_EQ(second.language, "two");
  EXPECT_EQ(second.text(), "IIo Ioo IIo Ioo\nIoo IIo Ioo IIo\n");
}

TEST(LanguageChoice, IsMadeForEachLine) {
  const PageText page =
      read_page(test::page_of_bars_and_blocks({kFirst[0], kFirst[1], kSecond[0], kSecond[1], kSecond[0]}),
                of_two_languages());
  EXPECT_EQ(page.language, "two") << "that of most lines";
  std::vector<std::string> languages;
  for (const ReadLine& line : page.blocks[0].lines) languages.push_back(line.language);
  EXPECT_EQ(languages, (std::vector<std::string>{"one", "one", "", "", ""}));
}

TEST(LanguageChoice, StaysWithTheFirstWhereNothingTells) {
  EXPECT_EQ(read_page(test::page_of_bars_and_blocks({"o"}), of_two_languages()).language, "one");
}

TEST(LanguageChoice, ReadsTheCharactersOfTheLanguageAlone) {
  const Reader reader = test::tiny_reader().in({"ooo", "o", {}});
  const std::string text =
      read_page(test::page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"}), reader).text();
  EXPECT_NE(text.find('o'), std::string::npos);
  EXPECT_EQ(text.find('I'), std::string::npos);
}

TEST(LanguageChoice, KeepsItsLanguagesWithOtherWeights) {
  const Reader reader = of_two_languages().weighing({.language = 0});
  ASSERT_EQ(reader.others().size(), 2U);
  EXPECT_EQ(reader.others()[1].weights().language, 0);
  EXPECT_EQ(reader.language_code(), "one");
}

}  // namespace
}  // namespace ocelli::internal::language_choice_test
