#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ocelli/detection/scanner.hpp"

namespace ocelli::test {

/// The cascade's first stages, as many as a window of the grid has to pass for those around it to be looked at.
inline Cascade grid_part(const Cascade& cascade) {
  const std::size_t stages = cascade.stages().size();
  return first_stages(cascade, stages < 2 ? stages : std::max<std::size_t>(1, (stages - 1) / 2));
}

/// Every window of every level that lies on the stride grid, or nearer to one there that passes the first stages than
/// the next of the grid, cut out and scored on its own: what a scanner must find.
inline std::vector<LevelWindow> plain_scan(const Scanner& scanner, const cv::Mat& grey) {
  const Cascade& cascade = scanner.cascade();
  const Cascade first_stages = grid_part(cascade);
  const int stride = scanner.options().stride;
  const std::vector<PyramidLevel> levels = scanner.levels(grey.size());
  Pyramid pyramid;
  pyramid.assign(grey);
  std::vector<LevelWindow> found;
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    const cv::Mat& image = pyramid.reduce(levels[l]);
    const auto window = [&](int x, int y) { return image({x, y, cascade.width(), cascade.height()}); };
    const auto fits = [&](int x, int y) {
      return x >= 0 && y >= 0 && x + cascade.width() <= image.cols && y + cascade.height() <= image.rows;
    };
    const auto near_grid_survivor = [&](int x, int y) {
      for (int gy = y - y % stride; gy < y + stride; gy += stride) {
        for (int gx = x - x % stride; gx < x + stride; gx += stride) {
          if (fits(gx, gy) && first_stages.score(window(gx, gy))) return true;
        }
      }
      return false;
    };
    for (int y = 0; fits(0, y); ++y) {
      for (int x = 0; fits(x, y); ++x) {
        if ((x % stride != 0 || y % stride != 0) && !near_grid_survivor(x, y)) continue;
        const std::optional<float> score = cascade.score(window(x, y));
        if (score) found.push_back({l, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), *score});
      }
    }
  }
  return found;
}

inline const RowChoice kEveryRow = [](std::uint32_t, std::uint32_t) { return true; };

}  // namespace ocelli::test
