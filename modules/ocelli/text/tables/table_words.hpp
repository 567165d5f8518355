#pragma once

#include <cstddef>
#include <opencv2/core/types.hpp>
#include <vector>

#include "ocelli/text/layout/page_ink.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// A word of a page in the coordinates of its level ink.
struct TableWord {
  ReadWord word;
  std::vector<cv::Rect> glyphs;  ///< boxes, one a glyph
  cv::Rect box;
  double middle = 0;  ///< y of the middle of its small letters
  double x_height = 0;
  std::size_t block = 0;   ///< of the page, from 0
  bool from_file = false;  ///< whether a file contains the word, so that its letters belong together
  double column_gap = 0;   ///< the gap from which on words are in different chunks (TextChunk), in pixels

  double center() const { return box.x + box.width / 2.0; }
  int right() const { return box.x + box.width; }
};

/// The words of a page, in reading order.
std::vector<TableWord> table_words(const PageText& text, const PageInk& page);

/// The part of a word from one glyph (inclusive) to another (exclusive).
TableWord part_of(const TableWord& word, std::size_t first, std::size_t last);

/// The median of the x-heights; 0 without words.
double typical_x_height(const std::vector<TableWord>& words);

/// Whether a word has at least as many digits as letters ("$1.1M"), or is a sign that stands for a number
/// ("-").
bool is_figure_word(const ReadWord& word);

}  // namespace ocelli::internal
