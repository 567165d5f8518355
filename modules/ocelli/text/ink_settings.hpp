#pragma once

#include <array>
#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/binarize.hpp"

namespace ocelli::internal {

/// How a gray page is binarized to ink.
struct InkSettings {
  double share = ContrastOptions{}.share;  ///< ContrastOptions::share
  double sharpness = 0;                    ///< how much details finer than letters are amplified first
};

/// The binarization settings to try on a gray page until it reads well. The first ones count less and less
/// gray as ink, which opens letters that blur has filled. The others also sharpen strokes, for blurred print
/// on grainy paper.
inline constexpr std::array kInkSettings = {
    InkSettings{}, InkSettings{.share = 0.75}, InkSettings{.share = 0.95},
    InkSettings{.share = 0.75, .sharpness = 1.5}, InkSettings{.share = 0.95, .sharpness = 1.5}};

/// Binarizes a page with the given settings, resized by `scale`. Sharpening is unsharp masking: details finer
/// than letters are amplified, and grain finer than strokes is smoothed. `height`: of the page's letters
/// (text_height()), in pixels.
/// Requires  8-bit, one channel.
/// Cost      as binarized(). Sharpening adds two Gaussian blurs of at most 145 x 145 pixels whatever the
/// height: for letters higher than 80 pixels, of a reduced page.
cv::Mat ink_at(const InkSettings& settings, const cv::Mat& gray, double height, double scale);

}  // namespace ocelli::internal
