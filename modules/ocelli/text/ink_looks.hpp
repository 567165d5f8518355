#pragma once

#include <array>
#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/binarise.hpp"

namespace ocelli {

/// How a grey page is turned to ink.
struct InkLook {
  double share = ContrastOptions{}.share;  ///< ContrastOptions::share
  double sharpness = 0;  ///< by how much details that are finer than letters are raised before
};

/// The looks that are taken at a grey page until one reads well. First less and less of the grey counts as ink, which opens letters
/// that blur has filled; then strokes are sharpened, for blurred print on grainy paper.
inline constexpr std::array kInkLooks = {InkLook{}, InkLook{.share = 0.75}, InkLook{.share = 0.95},
                                         InkLook{.share = 0.75, .sharpness = 1.5},
                                         InkLook{.share = 0.95, .sharpness = 1.5}};

/// The ink of a page at a look, enlarged by `scale`, or reduced. Sharpening is unsharp masking: details finer than letters are raised, and grain
/// that is finer than strokes is smoothed. `height`: of the page's letters (text_height()), pixels.
/// Requires  8-bit, one channel.
/// Cost      as binarised(), and two Gaussian blurs where it is sharpened, of at most 145 x 145 pixels whatever the height: for letters
///           higher than 80 pixels, of a reduced page.
cv::Mat ink_at(const InkLook& look, const cv::Mat& grey, double height, double scale);

}  // namespace ocelli
