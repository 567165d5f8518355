#pragma once

#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/evaluation/detector_errors.hpp"
#include "ocelli/metrics/detection_matching.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// The detections in annotated images. Curves are computed from `matched` (detection_roc, precision_recall).
struct DetectorEvaluation {
  std::vector<MeasuredImage> images;  ///< images that could be read; they point into the test
  MatchedDetections matched;          ///< over all images
  std::vector<Problem> problems;      ///< in the annotations, and skipped images
};

/// Runs the detector on all images of a test, on all threads, and matches detections to annotations. Removes
/// boxes outside the images from the test, which must outlive the evaluation. Images that cannot be read are
/// reported as problems. The result does not depend on the number of threads.
/// Throws  Error(Kind::canceled) when the CancellationScope is stopped.
/// Cost    one detection per image.
DetectorEvaluation evaluate_detector(const ObjectDetector& detector, Annotations& test,
                                     const InputLimits& limits = {}, const ProgressSink& progress = {});

}  // namespace ocelli::internal
