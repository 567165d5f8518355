#include "ocelli/text/reading/beam_search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli {
namespace {

/// What is read of a line by a reader of blocks and of a mark that is a bar, in the language of these lines.
std::string read_in_language(const std::string& mark, const std::string& lines, const std::string& drawn) {
  const std::vector<std::string> texts = {lines};
  const Language language = {"one", "o" + mark, learn_language(texts, "", {.min_word_count = 1})};
  const std::vector<std::string> page = {drawn, "oo oooo ooo oo", "oooo oo oooo o"};
  const std::string text =
      read_page(test::page_of_bars_and_blocks(page), test::tiny_reader(mark).in(language)).text();
  return text.substr(0, text.find('\n'));
}

const std::string kWithoutSpace = "ooo oo! oo ooo! oooo ooo!\noo! ooo oo!\n",
                  kWithSpace = "ooo oo ! oo ooo ! oooo ooo !\noo ! ooo oo !\n";

TEST(BeamSearch, WhiteBeforeAClosingMarkIsASpaceWhereTheLanguageHasOne) {
  EXPECT_EQ(read_in_language("!", kWithoutSpace, "ooo oo_I oo ooo"), "ooo oo! oo ooo");
  EXPECT_EQ(read_in_language("!", kWithSpace, "ooo oo_I oo ooo"), "ooo oo ! oo ooo");
}

TEST(BeamSearch, NarrowAndWideGapsBeforeAClosingMarkAreWhatTheyLookLike) {
  EXPECT_EQ(read_in_language("!", kWithSpace, "ooo ooI oo ooo"), "ooo oo! oo ooo");
  EXPECT_EQ(read_in_language("!", kWithoutSpace, "ooo oo   I oo ooo"), "ooo oo ! oo ooo");
}

TEST(BeamSearch, TheSameWhiteBeforeALetterIsASpace) {
  EXPECT_EQ(read_in_language("I", "ooo ooI oo oooI oooo oooI\nooI ooo ooI\n", "ooo oo_I oo ooo"),
            "ooo oo I oo ooo");
}

}  // namespace
}  // namespace ocelli
