#pragma once

#include <opencv2/core/types.hpp>
#include <span>

namespace ocelli::internal {

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

}  // namespace ocelli::internal
