#include "ocelli/evaluation/misread_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/pipelines/output/contact_sheet.hpp"

namespace ocelli {
namespace {

cv::Mat image_of(const Samples& samples, std::size_t sample) {
  cv::Mat image(samples.shape->height, samples.shape->width, CV_8UC1);
  std::ranges::transform(samples.row(sample), image.data,
                         [](float level) { return cv::saturate_cast<std::uint8_t>(level); });
  return image;
}

std::string first_letters(const std::string& text) {
  constexpr std::size_t kMost = 40;
  return text.size() <= kMost ? text : text.substr(0, kMost).append("...");
}

/// The end of a name tells more than its beginning.
std::string short_name(const std::string& item) {
  constexpr std::size_t kMost = 24;
  const std::string name = item.substr(item.find_last_of('/') + 1);
  return name.size() <= kMost ? name : "..." + name.substr(name.size() - kMost);
}

std::string caption_of(const Misread& misread) {
  return first_letters(misread.truth) + " > " + first_letters(misread.given) + "\n" +
         short_name(misread.item);
}

}  // namespace

cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread) {
  std::vector<SheetCell> cells;
  for (const Misread& one : misread.first(std::min(misread.size(), kMostOnSheet)))
    cells.push_back({image_of(samples, one.sample), caption_of(one)});
  const double across = std::ceil(std::sqrt(1.5 * static_cast<double>(cells.size())));
  return contact_sheet(cells, {.columns = std::clamp(static_cast<int>(across), 1, 20), .side = 64});
}

}  // namespace ocelli
