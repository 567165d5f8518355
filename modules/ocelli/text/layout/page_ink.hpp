#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/ruling_lines.hpp"
#include "ocelli/text/ink_settings.hpp"

namespace ocelli::internal {

/// A page prepared for reading, and its transformation from the input image.
struct PageInk {
  cv::Mat ink;       ///< upright and clean; 255 on 0
  cv::Size source;   ///< of the input image
  int quarters = 0;  ///< quarter turns, clockwise, applied first
  double scale = 1;  ///< enlargement or reduction, applied next
  double angle = 0;  ///< skew in radians, removed last
  /// Whether the image has more than two levels, so that its ink depends on thresholds.
  bool gray = false;
  RulingLines rules = {};  ///< of the ink before it was cleaned
  /// The level ink without rules before it was cleaned. Marks far from all letters are in it, and specks.
  cv::Mat uncleaned = {};

  /// Maps a box of the ink to the image rotated by `quarters`, which has the same size up to scale.
  cv::Rect in_upright(const cv::Rect& box) const;
  /// The inverse of in_upright().
  cv::Rect from_upright(const cv::Rect& box) const;
  /// Maps a box of the ink to the input image.
  cv::Rect in_source(const cv::Rect& box) const;
};

/// Whether an image has more than two levels. Samples some of its rows.
bool is_gray(const cv::Mat& image);

/// Binarizes a page (small gray print is enlarged first, large print reduced), removes the skew if requested,
/// and removes ink that is not text: borders, rules, specks, pictures. `settings`: how gray pages are
/// binarized.
/// Requires  8-bit, one channel, at least one pixel.
PageInk prepare_page(const cv::Mat& gray, int quarters, bool straighten, const InkSettings& settings = {});

}  // namespace ocelli::internal
