#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// The interest points of samples. Point k of sample i is entry k * samples + i of `x` and `y`; it is (-1,
/// -1) if the sample has fewer points.
struct PointPlaces {
  int width = 0, height = 0;  ///< of the images that contain the points
  std::size_t points = 0, samples = 0;
  std::vector<float> x, y;
};

/// The candidates for votes of local features: functions of a point, with responses at all points in 256
/// bins. Each row of `responses` is a candidate, with points in the order of `places`. Responses at missing
/// points are undefined.
struct LocalPool {
  PointPlaces places;
  BinnedResponses responses;

  std::size_t candidates() const { return responses.features(); }
};

}  // namespace ocelli::internal
