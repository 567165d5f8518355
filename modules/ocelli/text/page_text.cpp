#include "ocelli/text/page_text.hpp"

#include <algorithm>
#include <numeric>

#include "ocelli/imaging/quarter_turn.hpp"

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
  if (std::ranges::any_of(glyphs, reads_figure))
    return std::ranges::min_element(glyphs, {}, &ReadGlyph::confidence)->confidence;
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

cv::Size PageText::upright_size() const { return turned(cv::Size(width, height), quarters); }

cv::Rect PageText::upright(const cv::Rect& box) const { return turned(box, {width, height}, quarters); }

std::string PageText::text() const {
  std::string text;
  for (const ReadBlock& block : blocks) {
    if (!text.empty()) text += '\n';
    for (const ReadLine& line : block.lines) text += line.text() + '\n';
  }
  return text;
}

}  // namespace ocelli
