#include "ocelli/text/reading/beam_search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"
#include "text/whole_line.hpp"

namespace ocelli::internal::beam_search_test {
namespace {

/// Of blocks and of a mark that is a bar, in the language of these lines.
Reader reader_of(const std::string& mark, const std::string& lines) {
  const std::vector<std::string> texts = {lines};
  return test::tiny_reader(mark).in({"one", "o" + mark, learn_language(texts, "", {.min_word_count = 1})});
}

/// What is read of a line by a reader of blocks and of a mark that is a bar, in the language of these lines.
std::string read_in_language(const std::string& mark, const std::string& lines, const std::string& drawn) {
  const std::vector<std::string> page = {drawn, "oo oooo ooo oo", "oooo oo oooo o"};
  const std::string text = read_page(test::page_of_bars_and_blocks(page), reader_of(mark, lines)).text();
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

/// What it costs to read a line of blocks and of a mark that is a bar, where texts have hardly that mark.
float cost_of(const std::string& mark, const std::string& drawn) {
  constexpr int kFoot = 70, kHeight = 30;
  const Reader reader = reader_of(mark, "ooo oo oo ooo oooo ooo\noo oooo ooo oo " + mark + "\n");
  const Components components = connected_components(255 - test::page_of_bars_and_blocks({drawn}));
  const LineInk ink(test::whole_line(components, kFoot, kHeight), components);
  const LineFrame frame{kFoot, 0, kHeight};
  const ClassFilter all(reader);
  const std::vector<double> gaps = segment_gaps(ink, frame);
  return search({ink, GlyphLattice(ink, frame, reader, all), frame, gaps, SpaceWidth{}, reader, all}).cost;
}

TEST(BeamSearch, AHyphenMayPartAWordAtTheEndOfALine) {
  EXPECT_LT(cost_of("-", "ooo ooI"), cost_of("+", "ooo ooI"));
  EXPECT_FLOAT_EQ(cost_of("-", "oIo ooo"), cost_of("+", "oIo ooo"));
}

}  // namespace
}  // namespace ocelli::internal::beam_search_test
