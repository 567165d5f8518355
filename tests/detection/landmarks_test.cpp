#include "ocelli/detection/landmarks.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/random_cascade.hpp"
#include "detection/some_landmarks.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/object_detector.hpp"

namespace ocelli::internal::landmarks_test {
namespace {

using test::kUsualShape;
using test::noise;
using test::random_landmarks;

constexpr int kSide = LandmarkCrop::kSide;

void expect_near(const LandmarkShape& a, const LandmarkShape& b, int tolerance) {
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

TEST(ShapeTransform, IsFoundBetweenAShapeAndItsTurnedShiftedCopy) {
  for (const float angle : {0.0F, 30.0F, -75.0F, 180.0F}) {
    const ShapeTransform turn = ShapeTransform::rotation(angle);
    LandmarkShape turned = turn(kUsualShape);
    for (std::size_t i = 0; i < turned.size(); ++i) turned[i] += i % 2 == 0 ? 700 : -300;
    const ShapeTransform found = ShapeTransform::between(kUsualShape, turned);
    EXPECT_NEAR(found.a, turn.a, 10) << angle;
    EXPECT_NEAR(found.b, turn.b, 10) << angle;
  }
}

TEST(ShapeTransform, IsFoundForShapesWithoutASize) {
  const ShapeTransform found = ShapeTransform::between({}, kUsualShape);
  EXPECT_EQ(found.a, 0);
  EXPECT_EQ(found.b, 0);
}

TEST(LandmarkCrop, MapsShapesToPlacesAndBack) {
  const Box part = LandmarkCrop::around({30, 40, 50, 50});
  EXPECT_FLOAT_EQ(part.w, 70);
  EXPECT_FLOAT_EQ(part.x, 20);
  const Landmarks places = LandmarkCrop::places(kUsualShape, part);
  EXPECT_NEAR(places[2].x, 55, 1e-3) << "the nose is in the middle";
  EXPECT_LT(places[0].x, places[1].x);
  expect_near(LandmarkCrop::shape(places, part), kUsualShape, 1);
}

/// The sum of one number of the steps, found by recursion.
int step_of(const LandmarkParts& parts, std::size_t tree, std::size_t place, std::size_t number,
            const std::vector<std::uint8_t>& values) {
  const std::size_t nodes = parts.nodes_per_tree();
  if (place >= nodes) return parts.leaves[(tree * (nodes + 1) + place - nodes) * 10 + number];
  const LandmarkNode& node = parts.nodes[tree * nodes + place];
  const bool right = values[node.first] - values[node.second] > node.threshold;
  return step_of(parts, tree, right ? 2 * place + 2 : 2 * place + 1, number, values);
}

/// Follows the shape in real numbers, in the plainest way.
LandmarkShape followed(const LandmarkParts& parts, const cv::Mat& crop, LandmarkShape shape) {
  for (std::size_t stage = 0; stage < parts.stages(); ++stage) {
    const ShapeTransform turn = ShapeTransform::between(parts.mean, shape);
    const double one = 1 << ShapeTransform::kBits, a = turn.a / one, b = turn.b / one;
    std::vector<std::uint8_t> values;
    for (std::size_t p = 0; p < parts.pixels_per_stage(); ++p) {
      const LandmarkPixel& pixel = parts.pixels[stage * parts.pixels_per_stage() + p];
      const double x = shape[2 * pixel.landmark] + std::floor(a * pixel.x - b * pixel.y),
                   y = shape[2 * pixel.landmark + 1] + std::floor(b * pixel.x + a * pixel.y);
      const int column = std::clamp(static_cast<int>(std::floor(x / 256 + kSide / 2.0)), 0, kSide - 1),
                row = std::clamp(static_cast<int>(std::floor(y / 256 + kSide / 2.0)), 0, kSide - 1);
      values.push_back(crop.at<std::uint8_t>(row, column));
    }
    LandmarkShape step{};
    for (std::size_t i = 0; i < step.size(); ++i) {
      int sum = 0;
      for (std::size_t tree = 0; tree < parts.trees_per_stage(); ++tree)
        sum += step_of(parts, stage * parts.trees_per_stage() + tree, 0, i, values);
      step[i] = static_cast<std::int32_t>(std::floor(sum * static_cast<double>(parts.scales[stage]) / 65536));
    }
    for (std::size_t i = 0; i < step.size(); i += 2) {
      shape[i] += static_cast<std::int32_t>(std::floor(a * step[i] - b * step[i + 1]));
      shape[i + 1] += static_cast<std::int32_t>(std::floor(b * step[i] + a * step[i + 1]));
    }
  }
  return shape;
}

TEST(LandmarkRegressor, FollowsItsTreesFromStageToStage) {
  for (const int depth : {1, 2, 4, 6}) {
    const LandmarkRegressor regressor(random_landmarks(7, depth, 5));
    std::vector<std::uint8_t> values;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const cv::Mat crop = noise(kSide, kSide, seed);
      const LandmarkShape start = ShapeTransform::rotation(20.0F * static_cast<float>(seed))(kUsualShape);
      EXPECT_EQ(regressor.follow(crop, start, values), followed(regressor.parts(), crop, start));
    }
  }
}

TEST(LandmarkRegressor, StaysInReachWhateverItsTreesSay) {
  LandmarkParts parts = random_landmarks(7, 2, 6);
  for (std::int8_t& number : parts.leaves) number = 127;
  parts.scales.assign(3, LandmarkRegressor::kMaxScale);
  std::vector<std::uint8_t> values;
  for (const std::int32_t place :
       LandmarkRegressor(parts).follow(noise(kSide, kSide, 1), parts.mean, values)) {
    EXPECT_LE(place, LandmarkCrop::kReach);
    EXPECT_GE(place, -LandmarkCrop::kReach);
  }
}

TEST(LandmarkRegressor, StartsFromTheMeanShapeTurnedByTheRoll) {
  const LandmarkRegressor regressor(test::landmarks_without_steps());
  Pyramid pyramid;
  const cv::Mat image = noise(120, 160, 3);
  pyramid.assign(image);
  const Box face{40, 30, 50, 50};
  LandmarkRegressor::prepare(pyramid, face);
  LandmarkRegressor::Scratch scratch;
  const Landmarks upright = regressor.locate(pyramid, face, 0, scratch),
                  turned = regressor.locate(pyramid, face, 90, scratch);
  EXPECT_NEAR(upright[0].y, upright[1].y, 0.1);
  EXPECT_NEAR(turned[0].x, turned[1].x, 0.1) << "the eyes are one above the other";
  EXPECT_LT(turned[0].y, turned[1].y) << "clockwise: the left eye is above";
}

TEST(LandmarkRegressor, RefusesPartsOutOfRange) {
  const auto refused_with = [](const std::function<void(LandmarkParts&)>& change, const std::string& why) {
    LandmarkParts parts = random_landmarks(2, 2, 1);
    change(parts);
    const Error error = test::error_of([&] { LandmarkRegressor{parts}; });
    EXPECT_EQ(error.kind(), Kind::model);
    EXPECT_THAT(error.message(), testing::HasSubstr(why));
  };
  refused_with([](LandmarkParts& parts) { parts.depth = 0; }, "depth");
  refused_with([](LandmarkParts& parts) { parts.depth = 7; }, "depth");
  refused_with([](LandmarkParts& parts) { parts.scales.clear(); }, "do not match");
  refused_with([](LandmarkParts& parts) { parts.scales.assign(4, 1); }, "do not match");
  refused_with([](LandmarkParts& parts) { parts.leaves.pop_back(); }, "do not match");
  refused_with([](LandmarkParts& parts) { parts.leaves.clear(); }, "do not match");
  refused_with([](LandmarkParts& parts) { parts.nodes.pop_back(); }, "do not match");
  refused_with([](LandmarkParts& parts) { parts.pixels.clear(); }, "number of pixels");
  refused_with([](LandmarkParts& parts) { parts.pixels.resize(3 * 257); }, "number of pixels");
  refused_with([](LandmarkParts& parts) { parts.pixels.pop_back(); }, "number of pixels");
  refused_with([](LandmarkParts& parts) { parts.mean[3] = 9000; }, "mean shape");
  refused_with([](LandmarkParts& parts) { parts.pixels[5].landmark = 5; }, "names a landmark");
  refused_with([](LandmarkParts& parts) { parts.nodes[1].second = 40; }, "a pixel out of range");
  refused_with([](LandmarkParts& parts) { parts.scales[1] = 0; }, "scale");
  refused_with([](LandmarkParts& parts) { parts.scales[2] = LandmarkRegressor::kMaxScale + 1; }, "scale");
}

TEST(PoseOfLandmarks, IsReadFromTheEyesAndTheNose) {
  const Landmarks frontal = {Point{40, 40}, {60, 40}, {50, 50}, {42, 62}, {58, 62}};
  EXPECT_EQ(pose_of(frontal), Pose{.yaw = 0});
  Landmarks turned = frontal;
  turned[2].x = 59.4F;
  EXPECT_NEAR(pose_of(turned).yaw.value(), 45, 0.1) << "the nose is 0.47 eye distances to the right";
  turned[2].x = 40.6F;
  EXPECT_NEAR(pose_of(turned).yaw.value(), -45, 0.1);
  Landmarks tilted = frontal;
  tilted[1].y = 60;
  EXPECT_NEAR(pose_of(tilted).roll, 45, 0.1) << "the right eye is lower";
  const Landmarks all_in_one_place{};
  EXPECT_EQ(pose_of(all_in_one_place), Pose{.yaw = 0});
}

std::vector<Detection> found_in_noise(const DetectorModel& model) {
  const ObjectDetector detector(model, {.scan = {.overhang = 0.4}, .group = {.min_neighbors = 1}});
  EXPECT_EQ(detector.places_landmarks(), model.landmarks.has_value());
  return detector.detect(noise(50, 60, 1));
}

TEST(ObjectDetector, PlacesTheLandmarksOfEachDetection) {
  DetectorModel model{.cascade = Cascade(test::random_cascade(8, 8, 2, 1)), .card = {}};
  const std::vector<Detection> before = found_in_noise(model);
  model.landmarks.emplace(test::landmarks_without_steps());
  std::vector<Detection> found = found_in_noise(model);
  EXPECT_THAT(found, testing::SizeIs(before.size()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_whole = found[i].box.w == found[i].box.h;
    ASSERT_TRUE(found[i].landmarks.has_value());
    ASSERT_TRUE(found[i].pose.has_value());
    if (is_whole) {
      EXPECT_NEAR((*found[i].landmarks)[2].x, found[i].box.center_x(), 0.01);
    }
    EXPECT_EQ(*found[i].pose, pose_of(*found[i].landmarks));
    found[i].landmarks.reset(), found[i].pose.reset();
  }
  EXPECT_EQ(found, before) << "the rest is as without";
}

}  // namespace
}  // namespace ocelli::internal::landmarks_test
