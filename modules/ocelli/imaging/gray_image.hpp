#pragma once

#include <functional>
#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/core/transparency.hpp"

namespace ocelli::internal {

/// The size and element type of an image in words, for messages: "640 x 480, 3 channels of 8 bits".
std::string describe(const cv::Mat& image);

/// Throws Error(Kind::image), with the actual type, unless the image is 8-bit with one channel.
void require_gray(const cv::Mat& image);

/// The image as 8-bit gray. Accepts 8- or 16-bit unsigned with one (gray), two (gray, alpha), three (BGR) or
/// four (BGRA) channels. 16-bit values are divided by 257. Transparent pixels are blended over white. Shares
/// pixels when no conversion is needed. Throws Error(Kind::image) for any other type.
cv::Mat to_gray(const cv::Mat& image, Transparency transparency = Transparency::over_white);

/// The same, written to `storage`, which reuses its memory if it fits. Returns the image itself when no
/// conversion is needed.
const cv::Mat& to_gray(const cv::Mat& image, cv::Mat& storage,
                       Transparency transparency = Transparency::over_white);

/// The image as 8-bit gray or BGR: one or two channels become gray as in to_gray(), three or four become BGR
/// over white. Throws like to_gray().
cv::Mat to_eight_bits(const cv::Mat& image);

/// Maps each gray level through the curve, rounded and clamped to 0 to 255. Throws like require_gray().
void map_levels(cv::Mat& gray, const std::function<double(int)>& curve);

}  // namespace ocelli::internal
