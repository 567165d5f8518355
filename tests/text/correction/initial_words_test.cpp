#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "text/read_line.hpp"

namespace ocelli::internal::initial_words_test {
namespace {

using test::line_of;

LanguageModel listing(const std::vector<std::string>& words) {
  std::vector<std::uint32_t> hashes;
  for (const std::string& text : words)
    for_each_word(text, [&](const WordHash& word) { hashes.push_back(word.value()); });
  std::ranges::sort(hashes);
  return {{}, hashes};
}

std::string joined(const std::string& initial, const std::vector<std::string>& words,
                   const LanguageModel& language) {
  ReadLine line = line_of(words);
  const bool did = join_initial(line_of({initial}), line, language);
  return did ? line.text() : "";
}

TEST(InitialWords, AnInitialBeginsTheFirstWord) {
  EXPECT_EQ(joined("T", {"HE", "first"}, {}), "THE first");
  EXPECT_EQ(joined("o", {"nce"}, {}), "Once");
}

TEST(InitialWords, AWordOfOneLetterStaysAWord) {
  const LanguageModel language = listing({"man", "and", "have"});
  EXPECT_EQ(joined("A", {"man", "of"}, language), "A man of");
  EXPECT_EQ(joined("I", {"have"}, language), "I have");
  EXPECT_EQ(joined("A", {"nd", "so"}, language), "And so");
}

TEST(InitialWords, WhatIsNoLetterIsLeftAlone) {
  EXPECT_EQ(joined("%", {"HE"}, {}), "");
  EXPECT_EQ(joined("TH", {"E"}, {}), "");
  EXPECT_EQ(joined("T", {}, {}), "");
}

}  // namespace
}  // namespace ocelli::internal::initial_words_test
