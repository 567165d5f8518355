#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "ocelli/detection/scanner.hpp"

namespace ocelli::internal::test {

/// The cascade's first stages, as many as a window of the grid has to pass for those around it to be looked
/// at.
inline Cascade grid_part(const Cascade& cascade, const ScanOptions& options) {
  if (options.grid_stages > 0) return first_stages(cascade, options.grid_stages);
  const std::size_t stages = cascade.stages().size();
  return first_stages(cascade, stages < 2 ? stages : std::max<std::size_t>(1, (stages - 1) / 2));
}

/// A window of the grid that passes the grid's stages, in source pixels.
struct GridSurvivor {
  std::uint32_t level;
  double middle_x, middle_y;
};

/// Whether a window of a level between those of the grid lies within a pixel of the place over a survivor in
/// the grid's next level above or below.
inline bool near_survivor_of_levels_beside(const std::vector<GridSurvivor>& survivors, std::uint32_t level,
                                           std::uint32_t step, const PyramidLevel& scale, cv::Size window,
                                           int x, int y) {
  return std::ranges::any_of(survivors, [&](const GridSurvivor& survivor) {
    const bool beside = survivor.level < level + step && level < survivor.level + step;
    const double over_x =
        std::round(survivor.middle_x / scale.scale_x - window.width / 2.0) + scale.margin.width;
    const double over_y =
        std::round(survivor.middle_y / scale.scale_y - window.height / 2.0) + scale.margin.height;
    return beside && std::abs(over_x - x) <= 1 && std::abs(over_y - y) <= 1;
  });
}

/// Every window that lies on the grid, or nearer to one there that passes the first stages than the next of
/// the grid, or over such a one in a level between those of the grid, cut out and scored on its own: what a
/// scanner must find.
inline std::vector<LevelWindow> plain_scan(const Scanner& scanner, const cv::Mat& gray) {
  const Cascade& cascade = scanner.cascade();
  const Cascade first_stages = grid_part(cascade, scanner.options());
  const cv::Size side(cascade.width(), cascade.height());
  const int stride = scanner.options().stride;
  const auto step = static_cast<std::uint32_t>(scanner.options().grid_levels());
  const std::vector<PyramidLevel> levels = scanner.levels(gray.size());
  Pyramid pyramid;
  pyramid.assign(gray);
  std::vector<GridSurvivor> survivors;
  const auto fits = [&](std::uint32_t l, int x, int y) {
    const cv::Size whole = levels[l].whole();
    return x >= 0 && y >= 0 && x + side.width <= whole.width && y + side.height <= whole.height;
  };
  for (std::uint32_t l = 0; l < levels.size(); l += step) {
    const cv::Mat image = pyramid.reduce(levels[l]);
    for (int y = 0; fits(l, 0, y); y += stride) {
      for (int x = 0; fits(l, x, y); x += stride) {
        if (!first_stages.score(image({cv::Point(x, y), side}))) continue;
        survivors.push_back({l, (x - levels[l].margin.width + side.width / 2.0) * levels[l].scale_x,
                             (y - levels[l].margin.height + side.height / 2.0) * levels[l].scale_y});
      }
    }
  }
  std::vector<LevelWindow> found;
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    const cv::Mat image = pyramid.reduce(levels[l]);
    const auto near_grid_survivor = [&](int x, int y) {
      for (int gy = y - y % stride; gy < y + stride; gy += stride) {
        for (int gx = x - x % stride; gx < x + stride; gx += stride) {
          if (fits(l, gx, gy) && first_stages.score(image({cv::Point(gx, gy), side}))) return true;
        }
      }
      return false;
    };
    const auto is_evaluated = [&](int x, int y) {
      if (l % step != 0) return near_survivor_of_levels_beside(survivors, l, step, levels[l], side, x, y);
      return (x % stride == 0 && y % stride == 0) || near_grid_survivor(x, y);
    };
    for (int y = 0; fits(l, 0, y); ++y) {
      for (int x = 0; fits(l, x, y); ++x) {
        if (!is_evaluated(x, y)) continue;
        const std::optional<float> score = cascade.score(image({cv::Point(x, y), side}));
        if (score) found.push_back({l, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), *score});
      }
    }
  }
  return found;
}

inline const RowChoice kEveryRow = [](std::uint32_t, std::uint32_t) { return true; };

}  // namespace ocelli::internal::test
