#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ocelli::internal {

/// One character (occasionally several set as one, like "fi"), UTF-8.
struct ReadGlyph {
  std::string text;
  cv::Rect box;          ///< pixels of the page
  float confidence = 0;  ///< 0 .. 1: the probability of this class given the glyph's image and position
};

/// 0 .. 9
constexpr bool is_figure(char byte) { return byte >= '0' && byte <= '9'; }
inline bool reads_figure(const ReadGlyph& glyph) { return is_figure(glyph.text[0]); }

/// Glyphs without a space in between; never empty.
struct ReadWord {
  std::vector<ReadGlyph> glyphs;
  /// What it is to the language: marks and figures alone, letters of which some are of no listed word, or
  /// listed words.
  enum class Spelling { no_letters, unlisted, listed } spelling = Spelling::listed;

  std::string text() const;
  cv::Rect box() const;
  /// 0 .. 1: the share of such words that are right, all characters of them. See word_confidence().
  float confidence() const;
};

struct ReadLine {
  cv::Rect box;
  double baseline = 0, slope = 0, x_height = 0;  ///< see TextLine; in pixels of the upright page
  std::vector<ReadWord> words;

  std::string text() const;  ///< words separated by spaces
};

struct ReadBlock {
  cv::Rect box;
  std::vector<ReadLine> lines;
};

/// The text of a page, in reading order.
struct PageText {
  int width = 0, height = 0;  ///< pixels
  std::vector<ReadBlock> blocks;
  int quarters = 0;           ///< quarter turns, clockwise, that make the page upright: 0 to 3
  std::string language = {};  ///< that it was read in, ISO 639-2; empty if the model states none
  bool cut_short = false;     ///< whether time was up before all ways of reading it had been tried

  /// The size of the upright page, and the position of a box in it.
  cv::Size upright_size() const;
  cv::Rect upright(const cv::Rect& box) const;

  /// The mean of its words' confidences: the share of them that is expected to be right. Nothing without
  /// words.
  std::optional<double> confidence() const;

  /// Lines, each ended by "\n", with an empty line between blocks.
  std::string text() const;
};

/// The page in pixels of its image at another size, as which it was read: of one that was read smaller, in
/// its own.
PageText scaled(PageText page, cv::Size size);

}  // namespace ocelli::internal
