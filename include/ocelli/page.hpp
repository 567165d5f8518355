#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli {

/// A character, or sometimes several in one glyph ("fi"), in UTF-8.
struct Glyph {
  std::string text;
  Box box;
  float confidence = 0;  ///< 0 to 1: the probability of this reading, given the glyph's image and position
};

/// Glyphs without a space between them. Never empty.
struct Word {
  std::string text;
  Box box;
  float confidence = 0;  ///< 0 to 1: the share of words with this confidence that are entirely correct
  std::vector<Glyph> glyphs;
  bool bold = false;  ///< whether its strokes are clearly wider than most of the page
};

struct Line {
  std::string text;  ///< words separated by spaces
  Box box;
  double baseline = 0;  ///< y of the baseline at x = 0, in pixels of the upright page
  double slope = 0;     ///< of the baseline
  double x_height = 0;  ///< height of lowercase letters, in pixels
  std::vector<Word> words;
  std::string language = {};  ///< ISO 639-2, if it is not that of the page
};

struct Block {
  Box box;
  std::vector<Line> lines;
  bool from_file = false;  ///< whether a PDF file contains this text, so that it was not read
};

/// A cell of a table, over one or more rows and columns.
struct Cell {
  int row = 0, column = 0;  ///< of its top left place, from 0
  int row_span = 1, column_span = 1;
  Box box;
  std::string text;      ///< its lines, separated by spaces
  float confidence = 1;  ///< 0 to 1: the probability that the text is right; 1 without words
  /// The value of a number in the convention of the page: "1.234,56", "(12)", "7-".
  std::optional<double> number = {};
};

/// A table. Each place is in exactly one cell.
struct Table {
  Box box;
  int rows = 0, columns = 0;
  int header_rows = 0;      ///< rows at the top that name the columns
  std::vector<Cell> cells;  ///< by row, then by column
  /// Whether it continues the last table of the page before, in the same file (run_reader()). Its heading
  /// rows repeat those of that table.
  bool continues = false;
};

/// The text of a page in reading order. Boxes are in pixels of the input image.
struct Page {
  int width = 0, height = 0;
  int quarter_turns = 0;   ///< clockwise turns that make the page upright, 0 to 3
  std::string language;    ///< in which the page was read, ISO 639-2: "eng"
  bool cut_short = false;  ///< whether the time limit ended the reading before every method was tried
  std::optional<double> confidence = {};  ///< the mean confidence of the words; empty without words
  std::string text;                       ///< lines end in "\n"; blocks are separated by an empty line
  std::vector<Block> blocks;
  std::vector<Table> tables = {};  ///< with the option "tables"; their words are in the blocks, too
};

}  // namespace ocelli
