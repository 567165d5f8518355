#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {

/// What a detector makes of images that it was not trained on.
struct HeldOutScores {
  std::vector<float> hits;          ///< scores of the objects found
  std::size_t objects = 0;          ///< found or not
  std::vector<float> false_alarms;  ///< scores in photos without objects
  std::size_t photos = 0;           ///< so many of them
};

/// The name of the figure in a model's card that says what its operating point was measured to give.
inline constexpr std::string_view kOperatingPointFigure = "operating point";

/// The least score that a detector reports unless asked for another, and what it gives on held-out images.
struct OperatingPoint {
  float min_score = 0;
  std::size_t found = 0, objects = 0, false_alarms = 0, photos = 0;

  /// "finds 93.3 % of 60 held-out objects with 0.09 false alarms a photo (75 held-out photos)"
  std::string to_string() const;
};

/// The point with at most `false_alarms` of them a photo, halfway between the surest that has to be rejected
/// and the next object above it. Where that would find less than half of the objects, the point that finds
/// half of them. Without photos, half the score of the object found least surely.
OperatingPoint choose_operating_point(const HeldOutScores& scores, double false_alarms);

/// What a detector gives that reports all it detects.
OperatingPoint every_detection(const HeldOutScores& scores);

/// Detects, with default options and no least score, in images with objects, all of which are marked, and in
/// photos without. An object of a strip has no image around it: its score is that of its own window, and a
/// verifier has none. Throws Error(Kind::canceled) when asked to stop.
HeldOutScores score_held_out(const DetectorModel& model, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop);

/// The same as OpenCV detects.
HeldOutScores score_held_out(const OpenCvCascade& cascade, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop);

/// Writes it to a training's log.
void log_operating_point(TrainingSession& session, const OperatingPoint& point);

}  // namespace ocelli::internal
