#pragma once

#include <span>

#include "ocelli/boosting/pools/local_pool.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/features/points/point_windows.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The interest points of many images and the windows around them, in the order of the places.
struct PointTable {
  PointPlaces places;
  TrainingWindows windows;  ///< black for points that an image does not have
};

/// Finds the points of all samples, in parallel.
/// Throws  Error(Kind::training) for samples that are not images.
/// Memory  side^2 bytes per window.
PointTable point_table(const Samples& samples, const PointWindowOptions& options);

/// The responses of wavelets in the windows of the table.
/// Memory  one byte per window and wavelet. During computation, also 4 (side + 1)^2 bytes per window: 350 MB
/// for 60,000 images with 10 points.
LocalPool wavelet_pool(const PointTable& table, float min_deviation, std::span<const HaarFeature> wavelets);

}  // namespace ocelli::internal
