#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/text/tables/read_table.hpp"

namespace ocelli::internal {

/// One character (occasionally several printed as one, such as "fi") in UTF-8.
struct ReadGlyph {
  std::string text;
  cv::Rect box;          ///< pixels of the page
  float confidence = 0;  ///< 0 .. 1: the probability of this class given the glyph's image and position
};

/// Whether a byte is a digit, 0 to 9.
constexpr bool is_figure(char byte) { return byte >= '0' && byte <= '9'; }
inline bool reads_figure(const ReadGlyph& glyph) { return is_figure(glyph.text[0]); }

/// Glyphs without spaces between them; never empty.
struct ReadWord {
  std::vector<ReadGlyph> glyphs;
  /// How the language model knows the word: only marks and digits, letters that include an unlisted word, or
  /// listed words.
  enum class Spelling { no_letters, unlisted, listed } spelling = Spelling::listed;
  bool bold = false;  ///< whether its strokes are clearly wider than most of the page

  std::string text() const;
  cv::Rect box() const;
  /// 0 .. 1: the expected share of such words with all characters right. See word_confidence().
  float confidence() const;
};

struct ReadLine {
  cv::Rect box;
  double baseline = 0, slope = 0, x_height = 0;  ///< see TextLine; in pixels of the upright page
  std::vector<ReadWord> words;
  std::string language = {};  ///< ISO 639-2, if it is not that of the page

  std::string text() const;  ///< words separated by spaces
  /// The size of its font in pixels, about twice the height of an x.
  double font_height() const { return 2 * x_height; }
};

struct ReadBlock {
  cv::Rect box;
  std::vector<ReadLine> lines;
  bool from_file = false;  ///< whether a PDF file contains this text, so that it was not read
};

/// The text of a page, in reading order.
struct PageText {
  int width = 0, height = 0;  ///< pixels
  std::vector<ReadBlock> blocks;
  int quarters = 0;                    ///< clockwise quarter turns that make the page upright: 0 to 3
  std::string language = {};           ///< language it was read in, ISO 639-2; empty if the model states none
  bool cut_short = false;              ///< whether time ran out before all ways of reading it were tried
  bool tables_sought = false;          ///< ReadingOptions::tables
  std::vector<ReadTable> tables = {};  ///< from top to bottom; their words are in blocks, too

  /// The size of the upright page, and the position of a box in it.
  cv::Size upright_size() const;
  cv::Rect upright(const cv::Rect& box) const;

  /// The mean confidence of the words that were read: the share of them expected to be right. Nothing without
  /// such words.
  std::optional<double> confidence() const;

  /// Whether a PDF file contains all of its text, and there is some.
  bool is_from_file() const;

  /// Lines, each terminated by "\n", with an empty line between blocks.
  std::string text() const;
};

/// Converts a page to the pixel coordinates of its image at another size: for an image that was read at
/// reduced size, its original size.
PageText scaled(PageText page, cv::Size size);

}  // namespace ocelli::internal
