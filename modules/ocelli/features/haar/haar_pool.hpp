#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "ocelli/features/haar/haar_feature.hpp"

namespace ocelli::internal {

/// The pool of Haar-like features of a window.
///
/// The family is that of floatboost fig. 4: non-overlapping rectangles (|dx| >= w or |dy| >= h) of one size w
/// x h, at distances (dx, dy):
///   pair       +1 at (x, y), -1 at (x + dx, y + dy), any direction;
///   triple     -1, +2, -1 at (x, y), (x + dx, y + dy), (x + 2 dx, y + 2 dy);
///   quadruple  +1, -1, -1, +1 at (x, y), (x + dx, y), (x, y + dy), (x + dx, y + dy), dx >= w and dy >= h.
/// With dx = w or dy = h these are the usual two-, three- and four-rectangle features of Viola and Jones.
struct HaarPoolOptions {
  int width = 20, height = 20;  ///< the window
  int min_side = 2;             ///< shortest side of a rectangle
  int max_distance = 20;        ///< largest |dx| and |dy|
  /// Positions, sides and distances are multiples of this. Use it for windows with too many features.
  int grid = 1;
  bool touching_only = false;  ///< only the usual features with adjacent rectangles

  void validate() const;
};

/// Calls visit(feature) for every feature of the pool in a fixed order: types, then h, w, dy, dx, y, x
/// ascending.
void for_each_haar(const HaarPoolOptions& options, const std::function<void(const HaarFeature&)>& visit);

/// The number of features (20 x 20 pixels, shortest side 2: about 2.6 million).
std::size_t count_haar(const HaarPoolOptions& options);

/// `count` features drawn uniformly without replacement, in the pool's order. Returns the whole pool if it is
/// not larger. The same seed draws the same features.
std::vector<HaarFeature> sample_haar(const HaarPoolOptions& options, std::size_t count, std::uint64_t seed);

}  // namespace ocelli::internal
