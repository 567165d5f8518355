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

/// A detector's results on images that it was not trained on.
struct HeldOutScores {
  std::vector<float> hits;          ///< scores of the objects found
  std::size_t objects = 0;          ///< found or not
  std::vector<float> false_alarms;  ///< scores in photos without objects
  std::size_t photos = 0;           ///< number of photos
};

/// The name of the figure in a model card with the results measured at its operating point.
inline constexpr std::string_view kOperatingPointFigure = "operating point";

/// The default minimum score of a detector, and its results on held-out images.
struct OperatingPoint {
  float min_score = 0;
  std::size_t found = 0, objects = 0, false_alarms = 0, photos = 0;

  /// "finds 93.3 % of 60 held-out objects with 0.09 false alarms a photo (75 held-out photos)"
  std::string to_string() const;
};

/// Chooses the point with at most `false_alarms` per photo, halfway between the highest-scoring false alarm
/// that must be rejected and the next object above it. If that finds less than half of the objects, the point
/// that finds half of them. Without photos, half of the lowest score among the objects found.
OperatingPoint choose_operating_point(const HeldOutScores& scores, double false_alarms);

/// The results of a detector that reports everything it detects.
OperatingPoint every_detection(const HeldOutScores& scores);

/// Detects, with default options and no minimum score, in fully annotated images with objects and in photos
/// without. An object in a strip has no image around it: its score is that of its own window, and a verifier
/// is not applied.
/// Throws  Error(Kind::canceled) on a stop request.
HeldOutScores score_held_out(const DetectorModel& model, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop);

/// Detects with OpenCV.
HeldOutScores score_held_out(const OpenCvCascade& cascade, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop);

/// Writes it to a training's log.
void log_operating_point(TrainingSession& session, const OperatingPoint& point);

}  // namespace ocelli::internal
