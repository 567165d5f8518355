#include "ocelli/text/pixel_shape.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/text/layout/page_ink.hpp"

namespace ocelli::internal {

bool has_wide_letters(const PageLines& page) {
  constexpr double kWide = 1.1;
  constexpr double kLowest = 0.7;  ///< x-heights of a letter
  std::vector<double> shapes;
  for (const PageLine& line : page.lines) {
    for (const std::uint32_t part : line.line.parts) {
      const cv::Rect& box = page.components.list[part].box;
      if (box.height >= kLowest * line.line.x_height)
        shapes.push_back(static_cast<double>(box.width) / box.height);
    }
  }
  return !shapes.empty() && median(std::move(shapes)) > kWide;
}

cv::Mat stretched_rows(const cv::Mat& gray, double rows) {
  cv::Mat stretched;
  const cv::Size size(gray.cols, std::max(1, static_cast<int>(std::lround(gray.rows * rows))));
  cv::resize(gray, stretched, size, 0, 0, cv::INTER_CUBIC);
  if (!is_gray(gray)) cv::threshold(stretched, stretched, 127, 255, cv::THRESH_BINARY);
  return stretched;
}

}  // namespace ocelli::internal
