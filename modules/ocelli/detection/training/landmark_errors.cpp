#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/detection/training/landmark_trainer.hpp"

namespace ocelli::internal {
namespace {

double distance_of(const Point& a, const Point& b) {
  return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y);
}

LandmarkErrors errors_between(const Landmarks& truth, const Landmarks& found) {
  constexpr std::size_t kEyes = 2;
  const double unit = std::max(1.0, distance_of(truth[0], truth[1]));
  LandmarkErrors errors;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double distance = distance_of(truth[i], found[i]) / unit;
    errors.all += distance / static_cast<double>(truth.size());
    if (i < kEyes) errors.eyes += distance / kEyes;
  }
  const Pose expected = pose_of(truth), pose = pose_of(found);
  errors.yaw = std::abs(pose.yaw.value() - expected.yaw.value());
  errors.roll = std::abs(std::remainder(pose.roll - expected.roll, 360.0F));
  return errors;
}

}  // namespace

LandmarkErrors measure_landmarks(const LandmarkRegressor& regressor, const LandmarkFaces& faces,
                                 std::span<const PlacingError> placing, std::uint64_t seed) {
  std::vector<LandmarkErrors> each(faces.count);
  parallel_for(std::uint32_t{0}, faces.count, [&](std::uint32_t i) {
    const LandmarkFace face = faces.load(i);
    Random random(hash(seed, {i}));
    const Box box = misplaced(face.square, some_placing_error(placing, random));
    Pyramid pyramid;
    pyramid.assign(face.gray);
    LandmarkRegressor::prepare(pyramid, box);
    LandmarkRegressor::Scratch scratch;
    each[i] = errors_between(face.landmarks, regressor.locate(pyramid, box, 0, scratch));
  });
  LandmarkErrors mean;
  const auto count = static_cast<double>(std::max<std::size_t>(1, each.size()));
  for (const LandmarkErrors& errors : each) {
    mean.eyes += errors.eyes / count, mean.all += errors.all / count;
    mean.yaw += errors.yaw / count, mean.roll += errors.roll / count;
  }
  return mean;
}

}  // namespace ocelli::internal
