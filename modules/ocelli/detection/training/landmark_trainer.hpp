#pragma once

#include <cstdint>
#include <span>

#include "ocelli/detection/landmarks.hpp"
#include "ocelli/detection/training/landmark_samples.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Options of train_landmarks().
struct LandmarkTrainerOptions {
  int stages = 10;
  int trees = 100;  ///< of a stage
  int depth = 4;
  int pixels = 256;      ///< of a stage
  int candidates = 100;  ///< pairs of pixels that are tried for a node
  double shrinkage = 0.4;
  /// Largest distance of a pixel from its landmark, in eye distances: in the first stage and in the last.
  double first_reach = 0.9, last_reach = 0.25;
  /// Candidate pairs are this close, as a rule, in eye distances.
  double pair_distance = 0.35;
  LandmarkChanges changes = {};
  std::uint64_t seed = 1;
};

/// Learns to place landmarks (LandmarkRegressor), by gradient boosting with shrinkage: each tree is fitted to
/// what is left of the way from the current shapes to the true ones, in the frame of the mean shape.
///
/// A node takes the pair of pixels and the threshold that reduce the squared error most, of random pairs of
/// nearby pixels. All sums are of whole numbers, so the result does not depend on the number of threads.
/// Throws  Error(Kind::canceled) on a stop request.
/// Cost    about a minute of one core for 15,000 faces in 8 copies; 5 kB a copy.
/// Source  Kazemi and Sullivan 2014, section 2.
LandmarkParts train_landmarks(const LandmarkFaces& faces, const LandmarkTrainerOptions& options,
                              const ProgressSink& progress);

/// The mean distances between true landmarks and those placed, and the mean differences of poses.
struct LandmarkErrors {
  double eyes = 0, all = 0;  ///< in distances of the eyes
  double yaw = 0, roll = 0;  ///< degrees, between the poses of both
};

/// Places the landmarks of faces whose boxes are misplaced by some of these errors, at random.
LandmarkErrors measure_landmarks(const LandmarkRegressor& regressor, const LandmarkFaces& faces,
                                 std::span<const PlacingError> placing, std::uint64_t seed);

}  // namespace ocelli::internal
