#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/detection/landmark_shape.hpp"
#include "ocelli/imaging/crop.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal {

/// A split on the difference of two of the stage's pixels. Differences above the threshold go right.
struct LandmarkNode {
  std::uint8_t first = 0, second = 0;
  std::int16_t threshold = 0;

  friend bool operator==(const LandmarkNode&, const LandmarkNode&) = default;
};

/// The parameters of a landmark regressor. Every stage has the same number of pixels and of trees. Trees are
/// complete: the children of node i are 2 i + 1 and 2 i + 2, and those of the last row are leaves.
struct LandmarkParts {
  int depth = 0;                           ///< of each tree
  LandmarkShape mean = {};                 ///< where every face starts
  std::vector<LandmarkPixel> pixels = {};  ///< of all stages
  std::vector<LandmarkNode> nodes = {};    ///< trees x (2^depth - 1)
  std::vector<std::int8_t> leaves = {};    ///< trees x 2^depth x the ten numbers of a shape
  std::vector<std::int32_t> scales =
      {};  ///< of each stage: the value of a leaf's step in 1/65536 units of a shape

  std::size_t stages() const { return scales.size(); }
  std::size_t nodes_per_tree() const { return (std::size_t{1} << depth) - 1; }
  std::size_t numbers_per_tree() const { return (std::size_t{1} << depth) * LandmarkShape().size(); }
  std::size_t trees() const { return leaves.size() / numbers_per_tree(); }
  std::size_t pixels_per_stage() const { return pixels.size() / stages(); }
  std::size_t trees_per_stage() const { return trees() / stages(); }

  friend bool operator==(const LandmarkParts&, const LandmarkParts&) = default;
};

/// Places the landmarks of a face by a boosted cascade of regression trees.
///
/// 1. Crop the box with a margin, and start with the mean shape.
/// 2. In each stage: read pixels at fixed offsets from the current landmarks, turned and scaled with the
///    shape. Each tree compares pairs of them. Add the steps of its leaves to the shape.
/// Steps 1 and 2 are repeated from start shapes tilted to either side; the result is the mean.
///
/// Thread-safe: immutable; each caller has its own Scratch.
/// Throws  Error(Kind::model) on construction, with the reason, if a size, index or number is out of range.
/// Cost    about 40 microseconds a face with 720 trees of depth 4.
/// Source  Kazemi and Sullivan 2014, "One millisecond face alignment with an ensemble of regression trees".
class LandmarkRegressor {
 public:
  static constexpr int kMaxDepth = 6;
  static constexpr std::size_t kMaxTrees = 10'000;
  static constexpr std::size_t kMaxStages = 100;
  static constexpr std::size_t kMaxPixels = 256;  ///< of a stage
  static constexpr std::int32_t kMaxScale = 1 << 24;
  /// Tilts of the start shapes, in degrees.
  static constexpr std::array kStartTilts = {0.0F, -12.0F, 12.0F};

  explicit LandmarkRegressor(LandmarkParts parts);

  const LandmarkParts& parts() const { return parts_; }

  /// Working memory of one caller.
  struct Scratch {
    cv::Mat crop;
    CropScratch taps;
    std::vector<std::uint8_t> values;
  };

  /// The landmarks of a face whose box is known. `roll`: by how much it is tilted, in degrees, as far as that
  /// is known.
  ///
  /// Requires  a pyramid prepared by prepare().
  Landmarks locate(const Pyramid& pyramid, const Box& face, float roll, Scratch& scratch) const;
  /// Prepares a pyramid for faces of up to this size.
  static void prepare(Pyramid& pyramid, const Box& largest);

  /// Step 2 for all stages.
  /// Requires  a crop of LandmarkCrop::kSide pixels a side.
  LandmarkShape follow(const cv::Mat& crop, LandmarkShape start, std::vector<std::uint8_t>& values) const;

 private:
  LandmarkParts parts_;
};

/// The sum of the steps of some trees of a stage.
/// Requires  the values of the stage's pixels.
LandmarkShape sum_of_steps(const LandmarkParts& parts, std::size_t first_tree, std::size_t end_tree,
                           std::span<const std::uint8_t> values);

/// A sum of steps in the units of a shape.
LandmarkShape scaled(LandmarkShape sum, std::int32_t scale);

/// How a face is turned, estimated from its landmarks.
///
/// Roll: the angle of the line through the eyes. Yaw: by how much the nose is off the middle between the
/// eyes, along that line. The tip of the nose lies about 0.47 eye distances in front of the eyes, so that
/// share is 0.47 tan(yaw).
Pose pose_of(const Landmarks& landmarks);

}  // namespace ocelli::internal
