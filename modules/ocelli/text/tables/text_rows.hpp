#pragma once

#include <vector>

#include "ocelli/text/tables/table_words.hpp"

namespace ocelli::internal {

/// Words of a row with no gap of columns between them: a cell, as far as white space shows.
struct TextChunk {
  int left = 0, right = 0;
  std::vector<TableWord> words;  ///< from left to right

  bool is_figure() const;
};

/// The words on one baseline, across all columns.
struct TextRow {
  double middle = 0, x_height = 0;
  int top = 0, bottom = 0;        ///< of its words
  std::vector<TextChunk> chunks;  ///< from left to right; never empty

  int left() const { return chunks.front().left; }
  int right() const { return chunks.back().right; }
};

/// Groups words by their baselines into rows, from top to bottom, and the words of a row into chunks.
std::vector<TextRow> text_rows(std::vector<TableWord> words);

/// Whether a row may be part of a paragraph: most of it is in chunks of many words, with no figures beside
/// them.
bool is_running_text(const TextRow& row);

/// The distance of the next row, typical of rows; 0 for fewer than two.
double typical_pitch(const std::vector<TextRow>& rows);

}  // namespace ocelli::internal
