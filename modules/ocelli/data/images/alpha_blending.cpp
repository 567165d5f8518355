#include "ocelli/data/images/alpha_blending.hpp"

#include <cstddef>
#include <cstdint>

namespace ocelli::internal {

cv::Mat blended_over_white(const cv::Mat& pixels, Alpha kind) {
  const int samples = pixels.channels();
  const auto width = static_cast<std::size_t>(pixels.cols);
  cv::Mat opaque(pixels.size(), CV_MAKETYPE(pixels.depth(), samples - 1));
  for (int y = 0; y < pixels.rows; ++y) {
    if (pixels.depth() == CV_16U)
      lay_over_white(pixels.ptr<std::uint16_t>(y), width, samples, kind, opaque.ptr<std::uint16_t>(y));
    else
      lay_over_white(pixels.ptr(y), width, samples, kind, opaque.ptr(y));
  }
  return opaque;
}

}  // namespace ocelli::internal
