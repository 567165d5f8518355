#pragma once

#include <string>
#include <vector>

#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal::test {

/// A word whose characters are 10 pixels wide and 20 high.
inline ReadWord made_word(const std::string& text, int x, int y, float confidence) {
  ReadWord word;
  for (const char32_t character : code_points(text)) {
    word.glyphs.push_back({to_utf8(std::u32string(1, character)), {x, y, 10, 20}, confidence});
    x += 10;
  }
  return word;
}

inline ReadLine made_line(std::vector<ReadWord> words) {
  ReadLine line;
  for (const ReadWord& word : words) line.box |= word.box();
  line.baseline = line.box.y + 16;
  line.slope = 0;
  line.x_height = 12;
  line.words = std::move(words);
  return line;
}

inline ReadBlock made_block(std::vector<ReadLine> lines) {
  ReadBlock block;
  for (const ReadLine& line : lines) block.box |= line.box;
  block.lines = std::move(lines);
  return block;
}

/// "To be" and "or" in one block, "not" in the next.
inline PageText made_page() {
  PageText page{200, 100, {}};
  page.blocks.push_back(made_block({made_line({made_word("To", 10, 5, 0.5F), made_word("be", 40, 5, 1.0F)}),
                                    made_line({made_word("or", 10, 30, 0.25F)})}));
  page.blocks.push_back(made_block({made_line({made_word("not", 10, 70, 0.75F)})}));
  return page;
}

/// made_page() as it is read on a picture that has to be turned clockwise by so many quarters to be upright.
inline PageText turned_page(int quarters) {
  PageText page = made_page();
  const cv::Size upright(page.width, page.height), picture = turned(upright, 4 - quarters);
  const auto lay = [&](cv::Rect& box) { box = turned(box, upright, 4 - quarters); };
  for (ReadBlock& block : page.blocks) {
    lay(block.box);
    for (ReadLine& line : block.lines) {
      lay(line.box);
      for (ReadWord& word : line.words) {
        for (ReadGlyph& glyph : word.glyphs) lay(glyph.box);
      }
    }
  }
  return {picture.width, picture.height, std::move(page.blocks), quarters};
}

inline Record made_record(const std::string& input, PageText page) {
  return {.input = input, .width = page.width, .height = page.height, .page = std::move(page)};
}

}  // namespace ocelli::internal::test
