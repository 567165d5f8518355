#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/ink_looks.hpp"

namespace ocelli {

/// A page prepared for reading, and its transformation from the input image.
struct PageInk {
  cv::Mat ink;       ///< upright and clean; 255 on 0
  cv::Size source;   ///< of the input image
  int quarters = 0;  ///< quarter turns, clockwise, applied first
  double scale = 1;  ///< enlargement applied next, or reduction
  double angle = 0;  ///< skew removed last, radians
  bool grey =
      false;  ///< whether the image has more than two levels, so that its ink is a matter of thresholds

  /// Maps a box of the ink to the image rotated by `quarters`, which has the same size up to scale.
  cv::Rect in_upright(const cv::Rect& box) const;
  /// Maps a box of the ink to the input image.
  cv::Rect in_source(const cv::Rect& box) const;
};

/// Binarises a page (small grey print is enlarged first, large print reduced), removes the skew if requested, and removes ink that is not
/// text: borders, rules, specks, pictures. `look`: how grey pages are binarised.
/// Requires  8-bit, one channel, at least one pixel.
PageInk prepare_page(const cv::Mat& grey, int quarters, bool straighten, const InkLook& look = {});

}  // namespace ocelli
