#include "ocelli/detection/training/opencv/feature_pool.hpp"

#include <array>
#include <string>
#include <unordered_set>
#include <utility>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// A part of a feature, in units of the part's sides.
struct Part {
  int x, y, w, h;
  float weight;
};

/// A Haar feature with variable sides. It covers columns x rows units.
struct Shape {
  int columns, rows;
  std::vector<Part> parts;
};

/// Responses of all shapes are 0 on a uniform surface.
std::vector<Shape> upright_shapes(OpenCvFeatureKind kind) {
  std::vector<Shape> shapes{{2, 1, {{0, 0, 2, 1, -1}, {1, 0, 1, 1, 2}}},
                            {1, 2, {{0, 0, 1, 2, -1}, {0, 1, 1, 1, 2}}},
                            {3, 1, {{0, 0, 3, 1, -1}, {1, 0, 1, 1, 3}}},
                            {1, 3, {{0, 0, 1, 3, -1}, {0, 1, 1, 1, 3}}},
                            {2, 2, {{0, 0, 2, 2, -1}, {0, 0, 1, 1, 2}, {1, 1, 1, 1, 2}}}};
  if (kind == OpenCvFeatureKind::haar_basic) return shapes;
  shapes.push_back({4, 1, {{0, 0, 4, 1, -1}, {1, 0, 2, 1, 2}}});
  shapes.push_back({1, 4, {{0, 0, 1, 4, -1}, {0, 1, 1, 2, 2}}});
  shapes.push_back({3, 3, {{0, 0, 3, 3, -1}, {1, 1, 1, 1, 9}}});
  return shapes;
}

/// In tilted shapes, x goes to the lower right and y to the lower left.
std::vector<Shape> tilted_shapes(OpenCvFeatureKind kind) {
  if (kind != OpenCvFeatureKind::haar_all) return {};
  return {{2, 1, {{0, 0, 2, 1, -1}, {0, 0, 1, 1, 2}}}, {1, 2, {{0, 0, 1, 2, -1}, {0, 0, 1, 1, 2}}},
          {3, 1, {{0, 0, 3, 1, -1}, {1, 0, 1, 1, 3}}}, {1, 3, {{0, 0, 1, 3, -1}, {0, 1, 1, 1, 3}}},
          {4, 1, {{0, 0, 4, 1, -1}, {1, 0, 2, 1, 2}}}, {1, 4, {{0, 0, 1, 4, -1}, {0, 1, 1, 2, 2}}}};
}

/// The position and the sides of a feature's parts.
struct Layout {
  int x, y, w, h;
};

OpenCvHaar placed(const Shape& shape, const Layout& at, bool tilted) {
  OpenCvHaar feature{.rects = {}, .tilted = tilted};
  for (const Part& part : shape.parts) {
    const int right = part.x * at.w, down = part.y * at.h;
    feature.rects.push_back({.x = at.x + (tilted ? right - down : right),
                             .y = at.y + (tilted ? right + down : down),
                             .w = part.w * at.w,
                             .h = part.h * at.h,
                             .weight = part.weight});
  }
  return feature;
}

/// Calls take(layout) for all positions and sides at which columns x rows parts are inside the window.
template <class Take>
void visit_upright(const OpenCvPoolOptions& o, int columns, int rows, const Take& take) {
  const int first = (o.min_side + o.grid - 1) / o.grid * o.grid;
  for (int w = first; columns * w <= o.width; w += o.grid) {
    for (int h = first; rows * h <= o.height; h += o.grid) {
      for (int y = 0; y + rows * h <= o.height; y += o.grid) {
        for (int x = 0; x + columns * w <= o.width; x += o.grid) take(Layout{x, y, w, h});
      }
    }
  }
}

template <class Take>
void visit_tilted(const OpenCvPoolOptions& o, int columns, int rows, const Take& take) {
  const int first = (o.min_side + o.grid - 1) / o.grid * o.grid;
  for (int w = first; columns * w < o.width; w += o.grid) {
    for (int h = first; columns * w + rows * h <= o.width && columns * w + rows * h <= o.height;
         h += o.grid) {
      for (int y = 0; y + columns * w + rows * h <= o.height; y += o.grid) {
        for (int x = rows * h; x + columns * w <= o.width; x += o.grid) take(Layout{x, y, w, h});
      }
    }
  }
}

/// Calls haar(shape, layout, tilted) or lbp(layout) for each feature of the pool.
template <class Haar, class Lbp>
void visit(const OpenCvPoolOptions& options, const Haar& haar, const Lbp& lbp) {
  if (options.kind == OpenCvFeatureKind::lbp) {
    visit_upright(options, 3, 3, lbp);
    return;
  }
  for (const Shape& shape : upright_shapes(options.kind))
    visit_upright(options, shape.columns, shape.rows, [&](const Layout& at) { haar(shape, at, false); });
  for (const Shape& shape : tilted_shapes(options.kind))
    visit_tilted(options, shape.columns, shape.rows, [&](const Layout& at) { haar(shape, at, true); });
}

/// Draws `count` distinct numbers below `all` (Floyd's algorithm).
std::unordered_set<std::size_t> drawn(std::size_t all, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::unordered_set<std::size_t> chosen;
  for (std::size_t last = all - count; last < all; ++last) {
    const auto pick = static_cast<std::size_t>(random.below(last + 1));
    if (!chosen.insert(pick).second) chosen.insert(last);
  }
  return chosen;
}

}  // namespace

std::size_t count_opencv_features(const OpenCvPoolOptions& options) {
  std::size_t count = 0;
  visit(
      options, [&](const Shape&, const Layout&, bool) { ++count; }, [&](const Layout&) { ++count; });
  return count;
}

OpenCvFeatures draw_opencv_features(const OpenCvPoolOptions& options, std::size_t count, std::uint64_t seed) {
  const std::size_t all = count_opencv_features(options);
  const std::unordered_set<std::size_t> chosen = drawn(all, std::min(count, all), seed);
  std::vector<OpenCvHaar> haar;
  std::vector<OpenCvLbp> lbp;
  std::size_t number = 0;
  visit(
      options,
      [&](const Shape& shape, const Layout& at, bool tilted) {
        if (chosen.contains(number++)) haar.push_back(placed(shape, at, tilted));
      },
      [&](const Layout& at) {
        if (chosen.contains(number++)) lbp.push_back({at.x, at.y, at.w, at.h});
      });
  if (options.kind == OpenCvFeatureKind::lbp) return lbp;
  return haar;
}

}  // namespace ocelli::internal
