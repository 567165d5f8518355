#include "ocelli/text/page_text.hpp"

#include <numeric>

namespace ocelli {

std::string ReadWord::text() const {
  std::string text;
  for (const ReadGlyph& glyph : glyphs) text += glyph.text;
  return text;
}

cv::Rect ReadWord::box() const {
  cv::Rect around;
  for (const ReadGlyph& glyph : glyphs) around |= glyph.box;
  return around;
}

float ReadWord::confidence() const {
  const float sum =
      std::accumulate(glyphs.begin(), glyphs.end(), 0.0F,
                      [](float before, const ReadGlyph& glyph) { return before + glyph.confidence; });
  return sum / static_cast<float>(glyphs.size());
}

std::string ReadLine::text() const {
  std::string text;
  for (const ReadWord& word : words) {
    if (!text.empty()) text += ' ';
    text += word.text();
  }
  return text;
}

std::string PageText::text() const {
  std::string text;
  for (const ReadBlock& block : blocks) {
    if (!text.empty()) text += '\n';
    for (const ReadLine& line : block.lines) text += line.text() + '\n';
  }
  return text;
}

}  // namespace ocelli
