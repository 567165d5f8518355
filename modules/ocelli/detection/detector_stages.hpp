#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/grouping.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/imaging/pyramid.hpp"
#include "ocelli/imaging/rotated_picture.hpp"

namespace ocelli::internal {

/// How windows are grouped: by group(), or into the rectangles of OpenCV's detectMultiScale.
enum class GroupingRule : std::uint8_t { ocelli, opencv };
constexpr auto names_of(GroupingRule) {
  return std::array{std::pair{GroupingRule::ocelli, "ocelli"}, std::pair{GroupingRule::opencv, "opencv"}};
}

/// The rotations in the image plane at which objects are searched for: upright; also tilted by 30 degrees to
/// either side; also turned by 90, 180 and 270 degrees; any.
enum class Rotation : std::uint8_t { upright, tilted, quarter, any };
constexpr auto names_of(Rotation) {
  return std::array{std::pair{Rotation::upright, "0"}, std::pair{Rotation::tilted, "30"},
                    std::pair{Rotation::quarter, "quarter"}, std::pair{Rotation::any, "any"}};
}

struct DetectOptions {
  ScanOptions scan;
  GroupOptions group;
  GroupingRule like = GroupingRule::ocelli;  ///< opencv is for OpenCV cascades only
  Rotation rotation = Rotation::upright;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ScanOptions::describe(self.scan, visit);
    GroupOptions::describe(self.group, visit);
    visit("like", self.like,
          "how windows are grouped: as ocelli does, or opencv: the same rectangles as OpenCV's "
          "detectMultiScale (OpenCV cascades only)",
          option::any().basic());
    visit("rotation", self.rotation,
          "rotations of objects in the image plane: 0 (upright), 30 (also tilted by 30 degrees to either "
          "side), quarter (also turned by 90, 180 and 270 degrees) or any",
          option::any().basic());
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The options of the scan and grouping that find the candidates for a verifier:
///
/// 1. All stages of the cascade are grid stages (Scanner). The cascade is short. The windows around a grid
///    window are worth their cost only if that window passes all stages.
/// 2. Sizes between those of the grid are not scanned, unless the options set the scale stride. If rotated
///    copies of the image are scanned, sizes are three steps of scale apart.
/// 3. Objects may be truncated by the image's edge.
/// 4. Every group with enough windows is a candidate, whatever its score and place.
DetectOptions candidate_options(DetectOptions options, const Cascade& cascade);

/// Working memory of one detection at a time. Grows to the largest image seen. After that the stages allocate
/// only the detections that they return.
struct DetectScratch {
  cv::Mat gray, rotated;
  std::array<ScanScratch, 2> scan;  ///< for windows that a quarter turn does not change, and others
  OpenCvScanner::Scratch opencv_scan;
  GroupScratch group;
  Pyramid pyramid;  ///< the verifier and the landmarks crop from it
  /// The number of windows of the last image that passed but were dropped because of the limit
  /// Scanner::kMaxWindows.
  std::size_t left_out = 0;
};

/// What the detector stages have found so far in an image.
struct Findings {
  const cv::Mat& gray;                                        ///< the image, 8-bit
  std::array<std::span<const ScoredWindow>, 4> windows = {};  ///< on objects turned by 0 to 3 quarters
  std::vector<Detection> detections = {};                     ///< highest score first
  const RotatedPicture* rotation = nullptr;                   ///< if the image is a rotated picture
};

/// One step from an image to its detections: scanning, grouping, rescoring, clipping, or such steps on
/// rotated copies of the image. Immutable and thread-safe.
class DetectorStage {
 public:
  DetectorStage() = default;
  DetectorStage(const DetectorStage&) = delete;
  DetectorStage& operator=(const DetectorStage&) = delete;
  virtual ~DetectorStage() = default;

  virtual void apply(Findings& findings, DetectScratch& scratch) const = 0;
  virtual bool places_landmarks() const { return false; }
};

using DetectorStages = std::vector<std::unique_ptr<const DetectorStage>>;

/// The stages of a model: the scan and the grouping, the verifier and the landmarks if the model has them,
/// and clipping to the image. Quarter turns are scanned with turned features, and other rotations in rotated
/// copies of the image.
/// Requires options that validate() accepts, with a minimum score.
/// Throws   Error(Kind::usage) naming the option that does not suit the model.
DetectorStages stages_of(DetectorModel model, const DetectOptions& options);
/// The stages of an OpenCV cascade: OpenCV's own scan, and the grouping chosen by the options. Boxes are not
/// clipped: OpenCV's may extend beyond the image because of rounding. Every rotation is scanned in a rotated
/// copy of the image, so that its windows are OpenCV's.
DetectorStages stages_of(OpenCvCascade cascade, const DetectOptions& options);

}  // namespace ocelli::internal
