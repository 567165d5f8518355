#include "ocelli/text/page_text.hpp"

#include <gtest/gtest.h>

namespace ocelli {
namespace {

ReadWord word_of(const std::string& text, std::vector<float> confidences) {
  ReadWord word;
  for (std::size_t i = 0; i < text.size(); ++i)
    word.glyphs.push_back({std::string(1, text[i]), {}, confidences[i]});
  return word;
}

TEST(PageText, AWordIsAsSureAsItsGlyphsAreOnTheWhole) {
  EXPECT_FLOAT_EQ(word_of("at", {0.5F, 1}).confidence(), 0.75F);
}

TEST(PageText, ANumberIsAsSureAsItsLeastSureGlyph) {
  EXPECT_FLOAT_EQ(word_of("$45.00", {1, 1, 0.4F, 1, 1, 1}).confidence(), 0.4F);
}

}  // namespace
}  // namespace ocelli
