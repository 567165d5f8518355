#pragma once

#include <cstddef>
#include <limits>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/metrics/detection_matching.hpp"

namespace ocelli::internal {

/// The detections in one annotated image, highest score first, and their outcomes.
struct MeasuredImage {
  const AnnotatedImage* image = nullptr;
  std::vector<Detection> found;
  MatchedDetections matched;
};

/// An error of a detector at its operating point.
struct DetectorError {
  static constexpr float kNotFound = -std::numeric_limits<float>::infinity();

  const AnnotatedImage* image = nullptr;
  Box box;
  float score = kNotFound;  ///< of a false alarm; or of the detection closest to a missed object
};

/// At most `max` annotated objects that no detection covers. Objects that even faint detections miss come
/// first, largest first; then the others by the score of their faint detection.
/// Requires  the same images in the same order in both lists: measured at the operating point, and with faint
/// detections included.
std::vector<DetectorError> worst_misses(std::span<const MeasuredImage> images,
                                        std::span<const MeasuredImage> with_faint, std::size_t max);

/// At most `max` false positives, highest scores first.
std::vector<DetectorError> worst_false_alarms(std::span<const MeasuredImage> images, std::size_t max);

/// Draws both kinds of errors in one picture: each place with its surroundings, captioned with the kind of
/// error, the score and the end of the image's name. Misses come first. Annotated objects are green, ignored
/// ones blue, false alarms red. The picture states when there are no errors.
/// Throws  as read_gray().
cv::Mat error_sheet(std::span<const DetectorError> misses, std::span<const DetectorError> false_alarms,
                    const InputLimits& limits = {});

}  // namespace ocelli::internal
