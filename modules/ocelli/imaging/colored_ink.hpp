#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

namespace ocelli::internal {

/// The ink of a light page by color. Masks are 255 on 0.
struct ColoredInk {
  cv::Mat dark;                      ///< neutral and dark: print
  std::vector<cv::Mat> inks;         ///< one mask for each frequent hue
  std::array<double, 3> paper = {};  ///< its blue, green and red, 1 to 255
};

/// Separates the inks of a page; nothing if the page is dark, has hardly any color, or is a picture in color.
/// Requires  8-bit, three channels (BGR).
/// Cost      one pass over a few rows; for pages with colored ink, one over all pixels and a mask for each
/// hue.
std::optional<ColoredInk> colored_ink(const cv::Mat& bgr);

}  // namespace ocelli::internal
