#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli {

/// A page made ready for reading, and how it lies in the image that it came from.
struct PageInk {
  cv::Mat ink;       ///< upright and clean; 255 on 0
  cv::Size source;   ///< of the image that came in
  int quarters = 0;  ///< quarter turns, clockwise, that it was turned by first
  double scale = 1;  ///< by which it was enlarged then
  double angle = 0;  ///< radians that it was straightened by at last

  /// A box of the ink as a box of the image turned by `quarters`, of the same size but for scale.
  cv::Rect in_upright(const cv::Rect& box) const;
  /// The same as a box of the image that came in.
  cv::Rect in_source(const cv::Rect& box) const;
};

/// Cuts ink from paper (small print in grey is enlarged for that), undoes the skew if wanted, and takes away what is no
/// text: borders, rules, specks, pictures.
/// Requires  8-bit, one channel, at least one pixel.
PageInk prepare_page(const cv::Mat& grey, int quarters, bool straighten);

}  // namespace ocelli
