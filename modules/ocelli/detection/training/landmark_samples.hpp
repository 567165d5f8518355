#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/detection/landmark_shape.hpp"

/// Internal to the training of landmarks; not part of the module's interface.
namespace ocelli::internal {

/// A face in an image: the square around it, and its landmarks.
struct LandmarkFace {
  cv::Mat gray;
  Box square;
  Landmarks landmarks;
};

/// Faces numbered from 0. load(i) returns the same face on every call and is thread-safe.
struct LandmarkFaces {
  std::uint32_t count = 0;
  std::function<LandmarkFace(std::uint32_t)> load;
};

/// By how much a detector's box differs from the square around a face: shifts in sides of the square, and the
/// logarithm of the ratio of sizes.
struct PlacingError {
  double x = 0, y = 0, log_size = 0;
};

/// One of these errors at random; without any, one of typical size.
PlacingError some_placing_error(std::span<const PlacingError> errors, Random& random);

/// The square around a face as a detector with this error would place it.
Box misplaced(const Box& square, const PlacingError& error);

/// Augmentation of faces. The first copy of a face has its box alone varied.
struct LandmarkChanges {
  int copies = 8;
  bool mirror = true;                 ///< every second copy
  double rotation = 20;               ///< maximum, in degrees
  double smallest = 18;               ///< width of a face, in pixels; the largest is the size of a crop
  double degraded = 0.25;             ///< share of the copies that are degraded by degrade()
  double dark = 0.15;                 ///< share of the copies that are made dark
  double start_tilt = 15;             ///< maximum tilt of the start shape, in degrees
  std::vector<PlacingError> placing;  ///< by which boxes are misplaced
};

/// Crops of faces, the shapes to find in them, and those to start from.
struct LandmarkSamples {
  cv::Mat crops;  ///< one below the other
  std::vector<LandmarkShape> goals, shapes;
  std::vector<float> tilts;  ///< of the start shapes, in degrees

  std::size_t size() const { return goals.size(); }
  cv::Mat crop(std::size_t i) const;
};

/// Samples of all faces, in order of face and copy. They depend only on the seed, the face and the copy.
/// `shapes` are left empty.
/// Cost  4 kB and about 0.1 ms a sample.
LandmarkSamples landmark_samples(const LandmarkFaces& faces, const LandmarkChanges& changes,
                                 std::uint64_t seed);

}  // namespace ocelli::internal
