#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli {

/// The ink of a page: 255 where something is printed, 0 where the paper shows.
///
/// An image of two values is cut between them. Any other is compared with its surroundings (contrast_ink), so that uneven light and faint print do no harm; dark areas larger than the surroundings are
/// ink throughout. Light text on dark is turned into ink: when the page as a whole is dark, and in dark boxes
/// (turn_inverted_text). Letters under some 20 pixels high come out better from an image enlarged by 2 beforehand.
/// Requires  8-bit, one channel.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass for images of two values; else about 8 ns a pixel.
cv::Mat binarised(const cv::Mat& grey);

/// What contrast_ink() compares with.
struct ContrastOptions {
  int window = 31;  ///< side of the surroundings, centred on the pixel; odd, 3 to 255
  double share =
      0.55;  ///< ink is darker than paper by at least this share of the contrast of its surroundings
  double least_contrast =
      24;  ///< grey levels; smaller contrasts count as this, so that the paper's noise is no ink

  /// Throws Error(Kind::usage) when a value is out of its range.
  void validate() const;
};

/// The grey of the paper without what is printed on it, at a quarter of the size: 4 x 4 means, closed over the
/// window and smoothed.
cv::Mat paper_of(const cv::Mat& grey, int window);

/// Ink where a pixel is darker than the paper by a share of the contrast around it, and of the least contrast.
///
/// Let d be how much darker than the paper a pixel is. Were the surroundings of two values, paper and ink, the
/// contrast of the two would be the mean of d^2 over the mean of d, however much of either there is. Sauvola's threshold
/// takes one contrast for the whole page instead, and loses print that is fainter than the rest.
/// Requires  8-bit, one channel; paper_of() it.
/// Throws    Error(Kind::image) for other images, Error(Kind::usage) for other options.
/// Cost      two running sums; the same for any window.
cv::Mat contrast_ink(const cv::Mat& grey, const cv::Mat& paper, const ContrastOptions& options);

}  // namespace ocelli
