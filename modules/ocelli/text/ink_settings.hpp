#pragma once

#include <array>
#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/binarize.hpp"

namespace ocelli::internal {

/// How a gray page is binarized to ink.
struct InkSettings {
  double share = ContrastOptions{}.share;  ///< ContrastOptions::share
  double sharpness = 0;                    ///< how much details finer than letters are amplified first
  double least_contrast = kLeastContrast;  ///< of ink, in that of the page
};

/// The binarization settings to try on a gray page until it reads well. The first ones count less and less
/// gray as ink, which opens letters that blur has filled. The others also sharpen strokes, for blurred print
/// on grainy paper.
inline constexpr std::array kInkSettings = {
    InkSettings{}, InkSettings{.share = 0.75}, InkSettings{.share = 0.95},
    InkSettings{.share = 0.75, .sharpness = 1.5}, InkSettings{.share = 0.95, .sharpness = 1.5}};

/// The settings with which a page that reads badly is read again. The last one keeps strokes that are far
/// fainter than other print.
inline constexpr std::array kRereadings = {kInkSettings[1], kInkSettings[2], kInkSettings[3], kInkSettings[4],
                                           InkSettings{.least_contrast = 0.2}};

/// Binarizes a page with the given settings, resized by `scale`. Sharpening is unsharp masking: details finer
/// than letters are amplified, and grain finer than strokes is smoothed. `height`: of the page's letters
/// (text_height()), in pixels.
/// Requires  8-bit, one channel.
/// Cost      as binarized(). Sharpening adds two Gaussian blurs of at most 145 x 145 pixels whatever the
/// height: for letters higher than 80 pixels, of a reduced page.
cv::Mat ink_at(const InkSettings& settings, const cv::Mat& gray, double height, double scale);

}  // namespace ocelli::internal
