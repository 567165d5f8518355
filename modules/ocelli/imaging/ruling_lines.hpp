#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

namespace ocelli::internal {

/// A straight rule of a page: a long thin line of ink, level or upright.
struct RulingLine {
  double across = 0;     ///< y of the center line at x = 0 of a level one; x at y = 0 of an upright one
  double slope = 0;      ///< change of `across` for each pixel along the line
  int begin = 0;         ///< first pixel along the line
  int end = 0;           ///< the pixel after the last one
  double thickness = 0;  ///< in pixels

  int length() const { return end - begin; }
  double at(double along) const { return across + slope * along; }
  double middle() const { return at((begin + end) / 2.0); }
};

/// The rules of a page, sorted by position, then by begin.
struct RulingLines {
  std::vector<RulingLine> level, upright;
};

/// Finds the rules of an upright page, as those of tables, forms and frames.
///
/// Level rules are at least four characters long. Upright rules shorter than that end at level rules on both
/// sides, as those of a single row of a table do. Pieces of a broken rule are joined over gaps of up to a
/// character. More than a few thousand pieces are a picture: then there are no rules.
/// Requires  8-bit, one channel, values 0 and 255 only; `letter`, the text_height() of the page, above 0.
/// Cost      three passes over the runs of ink of each direction, and O(n^2) in the pieces.
/// Source    the closing and opening of runs of Hirayama 1995, A method for table structure analysis using DP
/// matching.
RulingLines find_ruling_lines(const cv::Mat& ink, double letter);

/// The parts of the rules that form grids: each level rule there meets at least one upright rule, and the
/// other way around, and there are at least two of one and one of the other.
std::vector<RulingLines> ruled_grids(const RulingLines& lines, double letter);

/// Erases the ink of rules. Where characters touch a rule or cross it, only the thickness of the rule goes.
void erase_ruling_lines(cv::Mat& ink, const RulingLines& lines, double letter);

}  // namespace ocelli::internal
