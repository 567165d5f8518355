#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli {

/// One character, sometimes several set as one ("fi"), in UTF-8.
struct Glyph {
  std::string text;
  Box box;
  float confidence = 0;  ///< 0 to 1: the probability of this reading, given the glyph's image and place
};

/// Glyphs without a space between them; never empty.
struct Word {
  std::string text;
  Box box;
  float confidence = 0;  ///< 0 to 1: the share of such words in which every character is right
  std::vector<Glyph> glyphs;
};

struct Line {
  std::string text;  ///< words separated by spaces
  Box box;
  double baseline = 0;  ///< y where the line crosses x = 0, in pixels of the upright page
  double slope = 0;     ///< of the baseline
  double x_height = 0;  ///< height of lower-case letters, in pixels
  std::vector<Word> words;
};

struct Block {
  Box box;
  std::vector<Line> lines;
};

/// The text of a page in reading order. Boxes are in pixels of the image that was read.
struct Page {
  int width = 0, height = 0;
  int quarter_turns = 0;   ///< clockwise turns that make the page upright, 0 to 3
  std::string language;    ///< it was read in, ISO 639-2: "eng"
  bool cut_short = false;  ///< whether the time limit ended before every way of reading it was tried
  std::optional<double> confidence = {};  ///< the mean of the words' confidences; nothing without words
  std::string text;                       ///< lines ended by "\n", an empty line between blocks
  std::vector<Block> blocks;
};

}  // namespace ocelli
