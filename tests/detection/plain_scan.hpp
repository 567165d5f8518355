#pragma once

#include <optional>
#include <vector>

#include "ocelli/detection/scanner.hpp"

namespace ocelli::test {

/// Every window of every level on the stride grid, cut out and scored on its own: what a scanner must find.
inline std::vector<LevelWindow> plain_scan(const Scanner& scanner, const cv::Mat& grey) {
  const Cascade& cascade = scanner.cascade();
  const std::vector<PyramidLevel> levels = scanner.levels(grey.size());
  Pyramid pyramid;
  pyramid.assign(grey);
  std::vector<LevelWindow> found;
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    const cv::Mat& image = pyramid.reduce(levels[l]);
    for (int y = 0; y + cascade.height() <= image.rows; y += scanner.options().stride) {
      for (int x = 0; x + cascade.width() <= image.cols; x += scanner.options().stride) {
        const std::optional<float> score = cascade.score(image({x, y, cascade.width(), cascade.height()}));
        if (score) found.push_back({l, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), *score});
      }
    }
  }
  return found;
}

inline const RowChoice kEveryRow = [](std::uint32_t, std::uint32_t) { return true; };

}  // namespace ocelli::test
