#include "ocelli/features/haar/haar_pool.hpp"

#include <algorithm>
#include <cstdlib>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

WeightedRect rect(int x, int y, int w, int h, int weight) {
  return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), static_cast<std::uint8_t>(w),
          static_cast<std::uint8_t>(h), static_cast<std::int8_t>(weight)};
}

/// A rectangle size and the distance to its copies.
struct Layout {
  int w, h, dx, dy;

  bool apart() const { return std::abs(dx) >= w || std::abs(dy) >= h; }
  bool touching() const { return (std::abs(dx) == w && dy == 0) || (std::abs(dy) == h && dx == 0); }
};

/// Visits every position of the first copy's top left where `steps` copies at distance (dx, dy) lie in the
/// window.
template <class Visit>
void for_each_place(const HaarPoolOptions& o, const Layout& l, int steps, Visit&& visit) {
  const int left = std::max(0, -steps * l.dx), right = o.width - l.w - std::max(0, steps * l.dx);
  const int top = std::max(0, -steps * l.dy), bottom = o.height - l.h - std::max(0, steps * l.dy);
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) visit(x, y);
  }
}

/// Half of all directions: a feature and its negative carry the same information for a learner.
template <class Visit>
void for_each_layout(const HaarPoolOptions& o, Visit&& visit) {
  for (int h = o.min_side; h <= o.height; ++h) {
    for (int w = o.min_side; w <= o.width; ++w) {
      for (int dy = 0; dy <= std::min(o.max_distance, o.height - h); ++dy) {
        const int reach = std::min(o.max_distance, o.width - w);
        for (int dx = dy == 0 ? 1 : -reach; dx <= reach; ++dx) {
          const Layout layout{w, h, dx, dy};
          if (layout.apart()) visit(layout);
        }
      }
    }
  }
}

using Visit = std::function<void(const HaarFeature&)>;

void for_each_pair(const HaarPoolOptions& o, const Visit& visit) {
  for_each_layout(o, [&](const Layout& l) {
    if (o.touching_only && !l.touching()) return;
    for_each_place(o, l, 1, [&](int x, int y) {
      HaarFeature f;
      f.add(rect(x, y, l.w, l.h, 1));
      f.add(rect(x + l.dx, y + l.dy, l.w, l.h, -1));
      visit(f);
    });
  });
}

void for_each_triple(const HaarPoolOptions& o, const Visit& visit) {
  for_each_layout(o, [&](const Layout& l) {
    if (o.touching_only && !l.touching()) return;
    for_each_place(o, l, 2, [&](int x, int y) {
      HaarFeature f;
      f.add(rect(x, y, l.w, l.h, -1));
      f.add(rect(x + l.dx, y + l.dy, l.w, l.h, 2));
      f.add(rect(x + 2 * l.dx, y + 2 * l.dy, l.w, l.h, -1));
      visit(f);
    });
  });
}

void for_each_quadruple(const HaarPoolOptions& o, const Visit& visit) {
  for_each_layout(o, [&](const Layout& l) {
    if (l.dx < l.w || l.dy < l.h) return;
    if (o.touching_only && (l.dx != l.w || l.dy != l.h)) return;
    for_each_place(o, l, 1, [&](int x, int y) {
      HaarFeature f;
      f.add(rect(x, y, l.w, l.h, 1));
      f.add(rect(x + l.dx, y, l.w, l.h, -1));
      f.add(rect(x, y + l.dy, l.w, l.h, -1));
      f.add(rect(x + l.dx, y + l.dy, l.w, l.h, 1));
      visit(f);
    });
  });
}

/// The same pool in units of grid cells.
HaarPoolOptions in_cells(const HaarPoolOptions& o) {
  return {.width = o.width / o.grid,
          .height = o.height / o.grid,
          .min_side = (o.min_side + o.grid - 1) / o.grid,
          .max_distance = std::max(1, o.max_distance / o.grid),
          .touching_only = o.touching_only};
}

HaarFeature enlarged(const HaarFeature& feature, int grid) {
  HaarFeature result;
  for (const WeightedRect& r : feature.used()) {
    result.add(rect(r.x * grid, r.y * grid, r.w * grid, r.h * grid, r.weight));
  }
  return result;
}

}  // namespace

void HaarPoolOptions::validate() const {
  require(width >= 2 && width <= 255 && height >= 2 && height <= 255, Kind::usage,
          "the window's sides must be 2 to 255 pixels");
  require(min_side >= 1 && min_side <= std::min(width, height), Kind::usage,
          "the shortest side of a rectangle must be at least 1 and fit the window");
  require(max_distance >= 1, Kind::usage, "the largest distance of rectangles must be at least 1");
  require(grid >= 1 && grid * 2 <= std::min(width, height), Kind::usage,
          "the grid of features must be at least 1 pixel and at most half the window");
}

void for_each_haar(const HaarPoolOptions& options, const Visit& visit) {
  options.validate();
  const HaarPoolOptions cells = in_cells(options);
  const Visit visit_in_pixels = [&](const HaarFeature& feature) { visit(enlarged(feature, options.grid)); };
  for_each_pair(cells, visit_in_pixels);
  for_each_triple(cells, visit_in_pixels);
  for_each_quadruple(cells, visit_in_pixels);
}

std::size_t count_haar(const HaarPoolOptions& options) {
  std::size_t count = 0;
  for_each_haar(options, [&](const HaarFeature&) { ++count; });
  return count;
}

std::vector<HaarFeature> sample_haar(const HaarPoolOptions& options, std::size_t count, std::uint64_t seed) {
  std::size_t left = count_haar(options);
  std::vector<HaarFeature> chosen;
  chosen.reserve(std::min(count, left));
  Random random(seed);
  // Selection sampling (Knuth 3.4.2 S): keeps the next of `left` features with probability wanted / left.
  for_each_haar(options, [&](const HaarFeature& feature) {
    const std::size_t wanted = count - std::min(count, chosen.size());
    if (random.below(left) < wanted) chosen.push_back(feature);
    --left;
  });
  return chosen;
}

}  // namespace ocelli::internal
