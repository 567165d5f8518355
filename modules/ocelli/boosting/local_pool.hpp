#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/responses.hpp"

namespace ocelli {

/// Where samples have their points: point k of sample i at k * samples + i of `x` and `y`, at (-1, -1) if the sample
/// does not have so many.
struct PointPlaces {
  int width = 0, height = 0;  ///< of the images that points are in
  std::size_t points = 0, samples = 0;
  std::vector<float> x, y;
};

/// What the votes of local features are chosen from: functions of a point, each with its responses at all points.
class LocalPool {
 public:
  LocalPool() = default;
  LocalPool(const LocalPool&) = delete;
  LocalPool& operator=(const LocalPool&) = delete;
  virtual ~LocalPool() = default;

  virtual const PointPlaces& places() const = 0;
  virtual std::size_t candidates() const = 0;

  /// The responses of these candidates in 256 bins: a row a candidate, points in the order of places(). Those of points
  /// that are not there may be anything.
  virtual BinnedResponses respond(std::span<const std::uint32_t> candidates) const = 0;
};

}  // namespace ocelli
