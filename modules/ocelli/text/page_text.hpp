#pragma once

#include <opencv2/core/types.hpp>
#include <string>
#include <vector>

namespace ocelli {

/// One character (now and then several that are set as one, like "fi"), UTF-8.
struct ReadGlyph {
  std::string text;
  cv::Rect box;          ///< pixels of the page
  float confidence = 0;  ///< 0 .. 1: how likely the glyph's image and place make this class
};

/// Glyphs without a space between them; never empty.
struct ReadWord {
  std::vector<ReadGlyph> glyphs;

  std::string text() const;
  cv::Rect box() const;
  float confidence()
      const;  ///< the mean of its glyphs'; of a number the least, for nothing else vouches for a figure
};

struct ReadLine {
  cv::Rect box;
  double baseline = 0, slope = 0, x_height = 0;  ///< see TextLine; in pixels of the page turned upright
  std::vector<ReadWord> words;

  std::string text() const;  ///< words with a space between
};

struct ReadBlock {
  cv::Rect box;
  std::vector<ReadLine> lines;
};

/// What stands on a page, in reading order.
struct PageText {
  int width = 0, height = 0;  ///< pixels
  std::vector<ReadBlock> blocks;
  int quarters = 0;  ///< quarter turns, clockwise, by which the page was turned to be upright: 0 to 3

  /// The size of the page, and where a box of it lies, once it has been turned upright.
  cv::Size upright_size() const;
  cv::Rect upright(const cv::Rect& box) const;

  /// Lines, each ended by "\n", and an empty line between blocks.
  std::string text() const;
};

}  // namespace ocelli
