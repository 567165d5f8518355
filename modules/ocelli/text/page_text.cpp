#include "ocelli/text/page_text.hpp"

#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/text/word_confidence.hpp"

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

float ReadWord::confidence() const { return word_confidence(*this); }

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

std::optional<double> PageText::confidence() const {
  double sum = 0;
  std::size_t words = 0;
  for (const ReadBlock& block : blocks) {
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) sum += static_cast<double>(word.confidence());
      words += line.words.size();
    }
  }
  return words == 0 ? std::nullopt : std::optional(sum / static_cast<double>(words));
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
