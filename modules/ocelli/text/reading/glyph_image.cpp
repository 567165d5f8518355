#include "ocelli/text/reading/glyph_image.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace ocelli::internal {

void glyph_image(const cv::Mat& ink, std::span<float> out) {
  const double scale = std::min(static_cast<double>(kGlyphShape.width) / ink.cols,
                                static_cast<double>(kGlyphShape.height) / ink.rows);
  const cv::Size size(std::clamp(static_cast<int>(std::lround(ink.cols * scale)), 1, kGlyphShape.width),
                      std::clamp(static_cast<int>(std::lround(ink.rows * scale)), 1, kGlyphShape.height));
  cv::Mat scaled;
  cv::resize(ink, scaled, size, 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  std::ranges::fill(out, 0.0F);
  cv::Mat image(kGlyphShape.height, kGlyphShape.width, CV_32F, out.data());
  const cv::Point corner((kGlyphShape.width - size.width) / 2, (kGlyphShape.height - size.height) / 2);
  scaled.convertTo(image(cv::Rect(corner, size)), CV_32F);
}

}  // namespace ocelli::internal
