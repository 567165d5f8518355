#pragma once

#include <array>
#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/binarize.hpp"

namespace ocelli::internal {

/// How a gray page is turned to ink.
struct InkSettings {
  double share = ContrastOptions{}.share;  ///< ContrastOptions::share
  double sharpness = 0;  ///< by how much details that are finer than letters are raised before
};

/// The looks that are taken at a gray page until one reads well. First less and less of the gray counts as
/// ink, which opens letters that blur has filled; then strokes are sharpened, for blurred print on grainy
/// paper.
inline constexpr std::array kInkSettings = {
    InkSettings{}, InkSettings{.share = 0.75}, InkSettings{.share = 0.95},
    InkSettings{.share = 0.75, .sharpness = 1.5}, InkSettings{.share = 0.95, .sharpness = 1.5}};

/// The ink of a page at a look, enlarged by `scale`, or reduced. Sharpening is unsharp masking: details finer
/// than letters are raised, and grain that is finer than strokes is smoothed. `height`: of the page's letters
/// (text_height()), pixels.
/// Requires  8-bit, one channel.
/// Cost      as binarized(), and two Gaussian blurs
/// where it is sharpened, of at most 145 x 145 pixels whatever the height: for letters
///           higher than 80 pixels, of a reduced page.
cv::Mat ink_at(const InkSettings& settings, const cv::Mat& gray, double height, double scale);

}  // namespace ocelli::internal
