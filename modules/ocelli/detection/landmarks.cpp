#include "ocelli/detection/landmarks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <utility>

#include "ocelli/detection/model_checks.hpp"

namespace ocelli::internal {
namespace {

void check_landmark_sizes(const LandmarkParts& parts) {
  check_model(parts.depth >= 1 && parts.depth <= LandmarkRegressor::kMaxDepth,
              "its landmarks' trees have a depth out of range");
  const std::size_t stages = parts.stages(), trees = parts.trees();
  check_model(stages > 0 && stages <= LandmarkRegressor::kMaxStages && trees > 0 &&
                  trees <= LandmarkRegressor::kMaxTrees && trees % stages == 0 &&
                  parts.leaves.size() == trees * parts.numbers_per_tree() &&
                  parts.nodes.size() == trees * parts.nodes_per_tree(),
              "its landmarks' numbers of stages, nodes and leaves do not match");
  check_model(!parts.pixels.empty() && parts.pixels.size() % stages == 0 &&
                  parts.pixels_per_stage() <= LandmarkRegressor::kMaxPixels,
              "its landmarks' number of pixels is out of range");
}

void check_landmark_numbers(const LandmarkParts& parts) {
  constexpr std::int32_t kHalf = LandmarkCrop::kSide / 2 * LandmarkCrop::kUnit;
  check_model(std::ranges::all_of(parts.mean, [](std::int32_t n) { return n >= -kHalf && n <= kHalf; }),
              "its mean shape of landmarks is out of range");
  check_model(std::ranges::all_of(parts.pixels,
                                  [](const LandmarkPixel& p) { return p.landmark < Landmarks().size(); }),
              "a pixel of its landmarks names a landmark out of range");
  const std::size_t pixels = parts.pixels_per_stage();
  check_model(
      std::ranges::all_of(
          parts.nodes, [=](const LandmarkNode& node) { return node.first < pixels && node.second < pixels; }),
      "a node of its landmarks has a pixel out of range");
  check_model(std::ranges::all_of(
                  parts.scales,
                  [](std::int32_t scale) { return scale > 0 && scale <= LandmarkRegressor::kMaxScale; }),
              "a scale of its landmarks is out of range");
}

/// The sum of the steps of trees, whose depth is a compile-time constant: each level takes only a few
/// instructions.
template <int Depth = LandmarkRegressor::kMaxDepth>
LandmarkShape steps_of_trees(const LandmarkParts& parts, std::size_t begin, std::size_t end,
                             std::span<const std::uint8_t> values) {
  if constexpr (Depth > 1) {
    if (parts.depth < Depth) return steps_of_trees<Depth - 1>(parts, begin, end, values);
  }
  constexpr std::size_t kLeaves = std::size_t{1} << Depth, kNodes = kLeaves - 1;
  constexpr std::size_t kNumbers = std::tuple_size_v<LandmarkShape>;
  const LandmarkNode* nodes = parts.nodes.data() + begin * kNodes;
  const std::int8_t* leaves = parts.leaves.data() + begin * kLeaves * kNumbers;
  LandmarkShape sum{};
  for (std::size_t tree = begin; tree < end; ++tree, nodes += kNodes, leaves += kLeaves * kNumbers) {
    std::size_t place = 0;
    for (int level = 0; level < Depth; ++level) {
      const LandmarkNode& node = nodes[place];
      place = 2 * place + 1 + (values[node.first] - values[node.second] > node.threshold ? 1 : 0);
    }
    const std::int8_t* const step = leaves + (place - kNodes) * kNumbers;
    for (std::size_t i = 0; i < kNumbers; ++i) sum[i] += step[i];
  }
  return sum;
}

float degrees(double radians) { return static_cast<float>(radians * 180 / std::numbers::pi); }

}  // namespace

LandmarkShape sum_of_steps(const LandmarkParts& parts, std::size_t first_tree, std::size_t end_tree,
                           std::span<const std::uint8_t> values) {
  return steps_of_trees(parts, first_tree, end_tree, values);
}

LandmarkShape scaled(LandmarkShape sum, std::int32_t scale) {
  for (std::int32_t& number : sum) number = static_cast<std::int32_t>((std::int64_t{number} * scale) >> 16);
  return sum;
}

LandmarkRegressor::LandmarkRegressor(LandmarkParts parts) : parts_(std::move(parts)) {
  check_landmark_sizes(parts_);
  check_landmark_numbers(parts_);
}

LandmarkShape LandmarkRegressor::follow(const cv::Mat& crop, LandmarkShape start,
                                        std::vector<std::uint8_t>& values) const {
  const std::size_t pixels = parts_.pixels_per_stage(), trees = parts_.trees_per_stage();
  values.resize(pixels);
  for (std::size_t stage = 0; stage < parts_.stages(); ++stage) {
    const ShapeTransform transform = ShapeTransform::between(parts_.mean, start);
    read_pixels(crop, std::span(parts_.pixels).subspan(stage * pixels, pixels), start, transform, values);
    const LandmarkShape sum = sum_of_steps(parts_, stage * trees, (stage + 1) * trees, values);
    move(start, transform, scaled(sum, parts_.scales[stage]));
  }
  return start;
}

Landmarks LandmarkRegressor::locate(const Pyramid& pyramid, const Box& face, float roll,
                                    Scratch& scratch) const {
  const Box part = LandmarkCrop::around(face);
  scratch.crop.create(LandmarkCrop::kSide, LandmarkCrop::kSide, CV_8UC1);
  crop(pyramid, part, scratch.crop, scratch.taps);
  LandmarkShape sum{};
  for (const float tilt : kStartTilts) {
    const LandmarkShape start = ShapeTransform::rotation(roll + tilt)(parts_.mean);
    const LandmarkShape end = follow(scratch.crop, start, scratch.values);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += end[i];
  }
  for (std::int32_t& number : sum) number /= static_cast<std::int32_t>(kStartTilts.size());
  return LandmarkCrop::places(sum, part);
}

void LandmarkRegressor::prepare(Pyramid& pyramid, const Box& largest) {
  prepare_crop(pyramid, LandmarkCrop::around(largest), {LandmarkCrop::kSide, LandmarkCrop::kSide});
}

Pose pose_of(const Landmarks& landmarks) {
  constexpr double kNoseDepth = 0.47;
  const auto& [left, right, nose, left_mouth, right_mouth] = landmarks;
  const double dx = static_cast<double>(right.x) - left.x, dy = static_cast<double>(right.y) - left.y;
  const double nx = nose.x - (static_cast<double>(left.x) + right.x) / 2,
               ny = nose.y - (static_cast<double>(left.y) + right.y) / 2;
  const double square = dx * dx + dy * dy;
  const double off_middle = square > 0 ? (nx * dx + ny * dy) / square : 0;
  return {.yaw = degrees(std::atan(off_middle / kNoseDepth)), .roll = degrees(std::atan2(dy, dx))};
}

}  // namespace ocelli::internal
