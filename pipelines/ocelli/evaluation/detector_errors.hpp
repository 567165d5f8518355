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
  float score = kNotFound;  ///< of a false alarm; of what comes nearest to finding a missed object
};

/// The annotated objects that no detection is on, those that even faint detections miss first, of these the
/// largest; then by the score of the faint ones. At most `most` of them.
/// Requires  the same images in both,
/// in the same order: as measured at the operating point, and with faint detections too.
std::vector<DetectorError> worst_misses(std::span<const MeasuredImage> images,
                                        std::span<const MeasuredImage> with_faint, std::size_t max);

/// The false positives with the highest scores, the worst first. At most `most` of them.
std::vector<DetectorError> worst_false_alarms(std::span<const MeasuredImage> images, std::size_t max);

/// One picture of both: each place with its surroundings, below it whether it is a miss or a false alarm, the
/// score, and the end of the image's name. The misses come first. Annotated objects are green, ignored ones
/// blue, false alarms red. Says so where there are no errors.
/// Throws  what read_gray() throws.
cv::Mat error_sheet(std::span<const DetectorError> misses, std::span<const DetectorError> false_alarms,
                    const InputLimits& limits = {});

}  // namespace ocelli::internal
