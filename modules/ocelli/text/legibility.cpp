#include "ocelli/text/legibility.hpp"

#include <algorithm>

namespace ocelli::internal {

Legibility legibility_of(const PageText& text, const LanguageModel& language) {
  Legibility found;
  double sum = 0;
  std::size_t glyphs = 0, listed = 0, figures = 0;
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) {
        double of_word = 0;
        for (const ReadGlyph& glyph : word.glyphs) of_word += static_cast<double>(glyph.confidence);
        sum += of_word;
        glyphs += word.glyphs.size();
        figures += static_cast<std::size_t>(std::ranges::count_if(word.text(), is_figure));
        if (word.glyphs.size() > 1) found.understood += of_word;
        if (word.glyphs.size() > 2 && language.knows_word(word.text())) listed += word.glyphs.size();
      }
    }
  }
  if (glyphs == 0) return found;
  found.mean = sum / static_cast<double>(glyphs);
  found.listed = static_cast<double>(listed) / static_cast<double>(glyphs);
  found.figures = static_cast<double>(figures) / static_cast<double>(glyphs);
  found.glyphs = glyphs;
  return found;
}

bool reads_well(const Legibility& page) {
  constexpr double kWell = 0.72;
  constexpr std::size_t kManyGlyphs = 30;
  return page.glyphs >= kManyGlyphs && (page.mean >= kWell || page.listed >= kManyListed);
}

bool is_clear_text(const Legibility& page) {
  constexpr std::size_t kManyGlyphs = 12;
  constexpr double kClear = 0.55;
  return page.glyphs >= kManyGlyphs && (page.listed >= kManyListed || page.mean >= kClear);
}

bool makes_more_sense(const Legibility& one, const Legibility& other) {
  constexpr double kMinMean = 0.5, kFewGlyphs = 8, kClearly = 1.2, kFarMore = 3;
  const bool is_listed = one.listed >= kManyListed;
  const bool is_text = one.mean >= kMinMean || is_listed;
  const bool is_clearer = one.mean > kClearly * other.mean;
  const bool is_far_more = is_listed && one.understood > kFarMore * other.understood;
  return is_text && one.understood >= kFewGlyphs && one.understood > kClearly * other.understood &&
         (is_clearer || is_far_more);
}

}  // namespace ocelli::internal
