#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// The role of a component, from its size alone.
enum class InkRole : std::uint8_t {
  letter,  ///< as high as letters: lines are found from these
  mark,    ///< smaller: a dot, a comma, an accent, a hyphen, dust
  large,   ///< higher than letters: touching lines, a bracket, a drop capital
  none     ///< a rule or a picture
};

/// Requires  height > 0, from text_height().
std::vector<InkRole> ink_roles(const std::vector<Component>& list, double height);

/// A fitted baseline, y = baseline + slope * x, and the heights of the letters above it.
struct LineFit {
  double baseline = 0, slope = 0;
  double height =
      0;            ///< of letters like "x" when mixed, else of all letters, which are lower case or capitals
  double tall = 0;  ///< of capitals and ascenders when mixed
  double standing = 0;  ///< the share of the letters that are on the baseline
  bool mixed = false;   ///< both lower-case letters and ascenders are present

  /// Of letters like "x", estimated where there are none.
  double small_height() const { return mixed ? height : 0.8 * height; }
};

/// A robust fit: descenders, brackets, and a few letters of other lines do not bend it.
///
/// Requires  at least one box, of a height above 0.
/// Cost      O(n) times at most 61 slopes, and O(n log n).
LineFit fit_line(std::span<const cv::Rect> letters, double typical_slope = 0);

/// Letters that follow each other: a word, a line, or the part of a line in one column.
struct LetterRun {
  std::vector<std::uint32_t> letters;  ///< indices of components, from left to right
  cv::Rect box;
  LineFit fit;
  int widest = 0;  ///< the width of its widest letter
};

/// Groups letters with at most about a space between them into runs: each letter is in one run.
/// Requires  height > 0: text_height().
/// Cost      O(n log n).
std::vector<LetterRun> find_runs(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height);

/// Joins runs on the same line, whatever the distance. Each run is in one of the results.
/// Cost      O(n log n).
std::vector<LetterRun> joined_runs(const std::vector<Component>& list, std::vector<LetterRun> runs,
                                   double height);

/// Where a single row fills the image: what stands beside the longest run is one line with it, whatever white
/// or bend of the page parts them. What does not, tips of other lines, stays by itself.
std::vector<LetterRun> joined_row(const std::vector<Component>& list, std::vector<LetterRun> runs);

}  // namespace ocelli::internal
