#include "misread_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact_sheet.hpp"

namespace ocelli::app {
namespace {

cv::Mat image_of(const Samples& samples, std::size_t sample) {
  cv::Mat image(samples.shape->height, samples.shape->width, CV_8UC1);
  std::ranges::transform(samples.row(sample), image.data,
                         [](float level) { return cv::saturate_cast<std::uint8_t>(level); });
  return image;
}

/// Long names are cut.
std::string caption_of(const Misread& misread) {
  constexpr std::size_t kMostLetters = 4;
  return misread.truth.substr(0, kMostLetters) + " > " + misread.given.substr(0, kMostLetters);
}

}  // namespace

cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread) {
  std::vector<SheetCell> cells;
  for (const Misread& one : misread.first(std::min(misread.size(), kMostOnSheet)))
    cells.push_back({image_of(samples, one.sample), caption_of(one)});
  const double across = std::ceil(std::sqrt(1.5 * static_cast<double>(cells.size())));
  return contact_sheet(cells, {.columns = std::clamp(static_cast<int>(across), 1, 20), .side = 64});
}

}  // namespace ocelli::app
