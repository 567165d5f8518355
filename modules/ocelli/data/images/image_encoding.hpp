#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

namespace ocelli::internal {

struct PngOptions {
  bool bilevel = false;  ///< one bit per pixel, for pictures with values 0 and 255 only
  int compression = 1;   ///< 0 (none) to 9 (smallest)
};

/// The image as a PNG file.
/// Requires  8-bit gray or BGR, at least one pixel.
/// Throws    Error(Kind::output) when it cannot be encoded, as does encode_jpeg().
std::vector<unsigned char> encode_png(const cv::Mat& picture, PngOptions options = {});

/// The image as a JPEG file, with a quality from 0 to 100.
std::vector<unsigned char> encode_jpeg(const cv::Mat& picture, int quality);

}  // namespace ocelli::internal
