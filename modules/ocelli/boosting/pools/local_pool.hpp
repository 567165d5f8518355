#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// The interest points of samples: point k of sample i at k * samples + i of `x` and `y`, at (-1, -1) if the
/// sample has fewer points.
struct PointPlaces {
  int width = 0, height = 0;  ///< of the images that points are in
  std::size_t points = 0, samples = 0;
  std::vector<float> x, y;
};

/// The candidates for votes of local features: functions of a point, each with its responses at all points in
/// 256 bins. A row of `responses` is a candidate; points are in the order of the places; responses of missing
/// points are undefined.
struct LocalPool {
  PointPlaces places;
  BinnedResponses responses;

  std::size_t candidates() const { return responses.features(); }
};

}  // namespace ocelli::internal
