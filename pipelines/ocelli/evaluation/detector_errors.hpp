#pragma once

#include <cstddef>
#include <limits>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/core/detection.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/metrics/detection_matching.hpp"

namespace ocelli {

/// What a detector found in one annotated image, surest first, and what became of it.
struct MeasuredImage {
  const AnnotatedImage* image = nullptr;
  std::vector<Detection> found;
  MatchedDetections matched;
};

/// A place where a detector is wrong, or the nearest to being wrong.
struct DetectorError {
  static constexpr float kNotFound = -std::numeric_limits<float>::infinity();

  const AnnotatedImage* image = nullptr;
  Box box;
  float score = kNotFound;  ///< of the surest detection there
};

/// The marked objects that were not found or least surely, the worst first; of those not found at all the largest. At most
/// `most` of them.
std::vector<DetectorError> worst_misses(std::span<const MeasuredImage> images, std::size_t most);

/// The false positives with the highest scores, the worst first. At most `most` of them.
std::vector<DetectorError> worst_false_alarms(std::span<const MeasuredImage> images, std::size_t most);

/// One picture of both: each place with its surroundings, its score and the end of the image's name beneath it. The misses
/// come first. Marked objects are green, those that do not count blue, false alarms red.
/// Throws  what read_grey() throws.
cv::Mat error_sheet(std::span<const DetectorError> misses, std::span<const DetectorError> false_alarms,
                    const InputLimits& limits = {});

}  // namespace ocelli
