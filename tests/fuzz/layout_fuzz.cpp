#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"

namespace {

void hold(bool truth) {
  if (!truth) std::abort();
}

/// Four bytes a rectangle of ink, on a page of 256 x 256.
cv::Mat page_of(const std::uint8_t* data, std::size_t size) {
  cv::Mat page = cv::Mat::zeros(256, 256, CV_8U);
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const cv::Rect box(data[i], data[i + 1], data[i + 2] % 64 + 1, data[i + 3] % 64 + 1);
    page(box & cv::Rect(0, 0, page.cols, page.rows)) = 255;
  }
  return page;
}

/// Every eighth part of a byte is a pixel.
cv::Mat dots_of(const std::uint8_t* data, std::size_t size) {
  const int rows = static_cast<int>(std::min<std::size_t>(size / 16, 512));
  cv::Mat page = cv::Mat::zeros(rows, 128, CV_8U);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < 128; ++x)
      page.at<std::uint8_t>(y, x) = (data[16 * y + x / 8] >> x % 8 & 1) != 0 ? 255 : 0;
  }
  return page;
}

void check(const cv::Mat& ink) {
  const ocelli::internal::Components components = ocelli::internal::connected_components(ink);
  std::vector<bool> used(components.list.size());
  for (const ocelli::internal::TextBlock& block : ocelli::internal::find_layout(components).blocks) {
    hold(!block.lines.empty());
    for (const ocelli::internal::TextLine& line : block.lines) {
      hold(std::isfinite(line.baseline) && std::isfinite(line.slope));
      hold(std::isfinite(line.x_height) && line.x_height > 0 && !line.parts.empty());
      hold((block.box & line.box) == line.box);
      for (std::size_t i = 0; i < line.parts.size(); ++i) {
        const std::uint32_t part = line.parts[i];
        hold(part < used.size() && !used[part]);
        used[part] = true;
        hold((line.box & components.list[part].box) == components.list[part].box);
        hold(i == 0 || components.list[line.parts[i - 1]].box.x <= components.list[part].box.x);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(page_of(data, size));
  check(dots_of(data, size));
  return 0;
}
