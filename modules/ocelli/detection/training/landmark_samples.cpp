#include "ocelli/detection/training/landmark_samples.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/detection/training/object_picture.hpp"
#include "ocelli/detection/training/positives.hpp"
#include "ocelli/imaging/crop.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kLandmarkPose = 11;
constexpr int kCropSide = LandmarkCrop::kSide;

/// A rendered picture has this many sides of the face's square, with the face in the middle.
constexpr double kPictureSides = 2.2;

/// A picture of a face, as small as it might be in a photo.
struct FacePicture {
  cv::Mat gray;
  double side = 0;  ///< of the square around the face, in pixels
  Landmarks landmarks = {};
};

/// Where crop_window() puts a point.
Point in_window(const Point& point, const WindowPose& pose, double step, int side) {
  const double dx = point.x - pose.x, dy = point.y - pose.y;
  const double c = std::cos(pose.rotation) / step, s = std::sin(pose.rotation) / step;
  const double x = c * dx + s * dy, y = c * dy - s * dx;
  return {static_cast<float>((pose.mirrored ? -x : x) + side / 2.0), static_cast<float>(y + side / 2.0)};
}

Landmarks with_sides_swapped(const Landmarks& landmarks) {
  const auto& [left, right, nose, left_mouth, right_mouth] = landmarks;
  return {right, left, nose, right_mouth, left_mouth};
}

FacePicture picture_of_face(const LandmarkFace& face, const LandmarkChanges& changes, int copy,
                            Random random) {
  WindowPose pose{
      .x = face.square.center_x(), .y = face.square.center_y(), .width = kPictureSides * face.square.w};
  const double largest = kCropSide;
  const double size = changes.smallest * std::pow(largest / changes.smallest, random.uniform());
  const double turn = random.uniform(-changes.rotation, changes.rotation);
  if (copy > 0) pose.rotation = turn * std::numbers::pi / 180;
  pose.mirrored = changes.mirror && copy % 2 == 1;
  const int side = static_cast<int>(std::lround(kPictureSides * size));
  FacePicture picture{.gray = crop_window(face.gray, pose, side, side),
                      .side = side / kPictureSides,
                      .landmarks = face.landmarks};
  for (Point& point : picture.landmarks) point = in_window(point, pose, pose.width / side, side);
  if (pose.mirrored) picture.landmarks = with_sides_swapped(picture.landmarks);
  return picture;
}

/// Little light, and the noise that comes with it.
void darken(cv::Mat& picture, Random& random) {
  const double light = random.uniform(0.08, 0.5);
  map_levels(picture, [=](int level) { return light * level; });
  add_noise(picture, random.uniform(0, 5), random);
}

void vary_light(cv::Mat& picture, const LandmarkChanges& changes, Random random) {
  const double kind = random.uniform();
  if (kind < changes.degraded) return degrade(picture, Random(random.bits()));
  if (kind < changes.degraded + changes.dark) return darken(picture, random);
  const double strength = random.uniform(0, 0.8);
  shade(picture, strength, random.uniform(0, 2 * std::numbers::pi));
  bend_tones(picture, std::exp(random.uniform(-0.5, 0.5)));
  add_noise(picture, random.uniform(0, 6), random);
}

Box square_in(const FacePicture& picture) {
  const auto side = static_cast<float>(picture.side),
             corner = (static_cast<float>(picture.gray.cols) - side) / 2;
  return {corner, corner, side, side};
}

struct CropMemory {
  Pyramid pyramid;
  CropScratch taps;
};

/// Writes one sample.
void render(const LandmarkFace& face, const LandmarkChanges& changes, int copy, Random random, cv::Mat target,
            LandmarkShape& goal, float& tilt) {
  FacePicture picture = picture_of_face(face, changes, copy, Random(random.bits()));
  vary_light(picture.gray, changes, Random(random.bits()));
  const Box part =
      LandmarkCrop::around(misplaced(square_in(picture), some_placing_error(changes.placing, random)));
  tilt = static_cast<float>(random.uniform(-changes.start_tilt, changes.start_tilt));
  CropMemory memory;
  memory.pyramid.assign(picture.gray);
  prepare_crop(memory.pyramid, part, target.size());
  crop(memory.pyramid, part, target, memory.taps);
  goal = LandmarkCrop::shape(picture.landmarks, part);
}

}  // namespace

PlacingError some_placing_error(std::span<const PlacingError> errors, Random& random) {
  if (!errors.empty()) return errors[random.below(errors.size())];
  constexpr double kTypical = 0.04;
  const double x = random.normal(), y = random.normal();
  return {.x = kTypical * x, .y = kTypical * y, .log_size = 2 * kTypical * random.normal()};
}

Box misplaced(const Box& square, const PlacingError& error) {
  const double side = square.w * std::exp(error.log_size);
  const double left = square.center_x() + error.x * square.w - side / 2,
               top = square.center_y() + error.y * square.w - side / 2;
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(side),
          static_cast<float>(side)};
}

cv::Mat LandmarkSamples::crop(std::size_t i) const {
  const int top = static_cast<int>(i) * kCropSide;
  return crops.rowRange(top, top + kCropSide);
}

LandmarkSamples landmark_samples(const LandmarkFaces& faces, const LandmarkChanges& changes,
                                 std::uint64_t seed) {
  const std::size_t copies = static_cast<std::size_t>(changes.copies), count = faces.count * copies;
  LandmarkSamples samples{.crops = cv::Mat(static_cast<int>(count) * kCropSide, kCropSide, CV_8UC1),
                          .goals = std::vector<LandmarkShape>(count),
                          .shapes = {},
                          .tilts = std::vector<float>(count)};
  parallel_for(std::uint32_t{0}, faces.count, [&](std::uint32_t i) {
    const LandmarkFace face = faces.load(i);
    for (std::size_t copy = 0; copy < copies; ++copy) {
      const std::size_t at = i * copies + copy;
      render(face, changes, static_cast<int>(copy), Random(hash(seed, {i, copy, kLandmarkPose})),
             samples.crop(at), samples.goals[at], samples.tilts[at]);
    }
  });
  return samples;
}

}  // namespace ocelli::internal
