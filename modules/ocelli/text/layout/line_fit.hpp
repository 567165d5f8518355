#pragma once

#include <opencv2/core/types.hpp>
#include <span>

namespace ocelli {

/// The line that letters stand on, y = baseline + slope * x, and how high its lowest common letters are above it.
struct LineFit {
  double baseline = 0, slope = 0;
  double height = 0;    ///< of letters like "x" when mixed, else of all letters alike: of "x" or of capitals
  double tall = 0;      ///< of capitals and ascenders when mixed
  double standing = 0;  ///< the share of the letters that stand on the line
  bool mixed = false;   ///< letters of both heights, small and ascending, were seen
};

/// Robust: descenders, brackets, and a few letters of other lines do not bend it.
///
/// Requires  at least one box, of a height above 0.
/// Cost      O(n) times at most 61 slopes, and O(n log n).
LineFit fit_line(std::span<const cv::Rect> letters, double usual_slope = 0);

}  // namespace ocelli
