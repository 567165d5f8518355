#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// The role of a component, from its size alone.
enum class InkRole : std::uint8_t {
  letter,  ///< as tall as letters; lines are found from these
  mark,    ///< smaller: a dot, a comma, an accent, a hyphen, dust
  large,   ///< taller than letters: touching lines, a bracket, a drop capital
  none     ///< a rule or a picture
};

/// Requires  height > 0, from text_height().
std::vector<InkRole> ink_roles(const std::vector<Component>& list, double height);

/// A fitted baseline, y = baseline + slope * x, and the heights of the letters above it.
struct LineFit {
  double baseline = 0, slope = 0;
  /// Of letters like "x" if mixed. Otherwise of all letters, which are lowercase or capitals.
  double height = 0;
  double tall = 0;      ///< of capitals and ascenders if mixed
  double standing = 0;  ///< share of the letters that are on the baseline
  bool mixed = false;   ///< whether both lowercase letters and ascenders are present

  /// The height of letters like "x", estimated if there are none.
  double small_height() const { return mixed ? height : 0.8 * height; }
};

/// Fits a line robustly: descenders, brackets and a few letters of other lines do not distort it.
///
/// Requires  at least one box, of a height above 0.
/// Cost      O(n) times at most 61 slopes, and O(n log n).
LineFit fit_line(std::span<const cv::Rect> letters, double typical_slope = 0);

/// Consecutive letters: a word, a line, or the part of a line in one column.
struct LetterRun {
  std::vector<std::uint32_t> letters;  ///< indices of components, from left to right
  cv::Rect box;
  LineFit fit;
  int widest = 0;  ///< the width of its widest letter
};

/// Groups letters with at most about a space between them into runs. Each letter is in one run.
/// Requires  height > 0, from text_height().
/// Cost      O(n log n).
std::vector<LetterRun> find_runs(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height);

/// Parts a run before its letter `first`, which is not the first of all.
std::pair<LetterRun, LetterRun> parted_run(const std::vector<Component>& list, const LetterRun& run,
                                           std::size_t first);

/// Joins runs on the same line at any distance, and runs between the letters of a line to that line. Each run
/// is in one of the results.
/// Cost      O(n log n).
std::vector<LetterRun> joined_runs(const std::vector<Component>& list, std::vector<LetterRun> runs,
                                   double height);

/// For images with a single row of text. Joins everything beside the longest run into one line, across any
/// white space or bend of the page. Other runs, such as the tips of other lines, stay separate.
std::vector<LetterRun> joined_row(const std::vector<Component>& list, std::vector<LetterRun> runs);

}  // namespace ocelli::internal
