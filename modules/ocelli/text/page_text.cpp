#include "ocelli/text/page_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/text/word_confidence.hpp"

namespace ocelli::internal {
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

namespace {

/// A box at another size, at least one pixel wide and high.
cv::Rect scaled_box(const cv::Rect& box, double across, double down) {
  const auto at = [](int place, double scale) { return static_cast<int>(std::lround(place * scale)); };
  const int x = at(box.x, across), y = at(box.y, down);
  return {x, y, std::max(1, at(box.x + box.width, across) - x),
          std::max(1, at(box.y + box.height, down) - y)};
}

}  // namespace

PageText scaled(PageText page, cv::Size size) {
  if (page.width <= 0 || page.height <= 0) return page;
  const double across = static_cast<double>(size.width) / page.width;
  const double down = static_cast<double>(size.height) / page.height;
  const bool on_side = page.quarters % 2 != 0;
  const double along_line = on_side ? down : across, off_line = on_side ? across : down;
  for (ReadBlock& block : page.blocks) {
    block.box = scaled_box(block.box, across, down);
    for (ReadLine& line : block.lines) {
      line.box = scaled_box(line.box, across, down);
      line.baseline *= off_line;
      line.slope *= off_line / along_line;
      line.x_height *= off_line;
      for (ReadWord& word : line.words)
        for (ReadGlyph& glyph : word.glyphs) glyph.box = scaled_box(glyph.box, across, down);
    }
  }
  for (ReadTable& table : page.tables) {
    table.box = scaled_box(table.box, across, down);
    for (ReadCell& cell : table.cells) cell.box = scaled_box(cell.box, across, down);
  }
  page.width = size.width;
  page.height = size.height;
  return page;
}

cv::Size PageText::upright_size() const { return turned(cv::Size(width, height), quarters); }

cv::Rect PageText::upright(const cv::Rect& box) const { return turned(box, {width, height}, quarters); }

std::optional<double> PageText::confidence() const {
  double sum = 0;
  std::size_t words = 0;
  for (const ReadBlock& block : blocks) {
    if (block.from_file) continue;
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) sum += static_cast<double>(word.confidence());
      words += line.words.size();
    }
  }
  return words == 0 ? std::nullopt : std::optional(sum / static_cast<double>(words));
}

bool PageText::is_from_file() const {
  return !blocks.empty() && std::ranges::all_of(blocks, &ReadBlock::from_file);
}

std::string PageText::text() const {
  std::string text;
  for (const ReadBlock& block : blocks) {
    if (!text.empty()) text += '\n';
    for (const ReadLine& line : block.lines) text += line.text() + '\n';
  }
  return text;
}

}  // namespace ocelli::internal
