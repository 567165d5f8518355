#include "ocelli/text/noise.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace ocelli {
namespace {

constexpr float kSure = 0.8F;       ///< confidence of a glyph that tells a line of two from dirt
constexpr float kLikeText = 0.45F;  ///< mean confidence of a longer line of text
constexpr std::size_t kShort = 2;   ///< glyphs

bool is_bar(const ReadGlyph& glyph) { return glyph.text == "|" || glyph.text == "l" || glyph.text == "!"; }

bool is_bars(const ReadWord& word) {
  return std::ranges::all_of(word.glyphs, is_bar) && (word.glyphs.size() == 1 || word.glyphs[0].text == "|");
}

/// Letters and figures that a stroke, a dot or a scratch does not look like.
bool is_telling(const ReadGlyph& glyph) {
  constexpr std::string_view kStrokes = "lIitfrjJ";
  const char first = glyph.text[0];
  const bool beyond_ascii = static_cast<unsigned char>(first) >= 0x80;
  return glyph.confidence >= kSure &&
         (beyond_ascii || (std::isalnum(static_cast<unsigned char>(first)) != 0 &&
                           kStrokes.find(first) == std::string_view::npos));
}

}  // namespace

void trim_bars(ReadLine& line) {
  std::vector<ReadWord>& words = line.words;
  while (!words.empty() && is_bars(words.back())) words.pop_back();
  const auto first = std::ranges::find_if_not(words, is_bars);
  words.erase(words.begin(), first);
}

bool is_noise(const ReadLine& line) {
  std::size_t glyphs = 0, telling = 0;
  float confidence = 0;
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs) {
      ++glyphs;
      telling += is_telling(glyph);
      confidence += glyph.confidence;
    }
  }
  if (glyphs <= kShort) return telling == 0;
  return confidence < kLikeText * static_cast<float>(glyphs);
}

}  // namespace ocelli
