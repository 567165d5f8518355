#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/metrics/detection_matching.hpp"

namespace ocelli::internal {

/// The numbers of hits and false positives with a score of `threshold` or more.
struct OutcomeCounts {
  float threshold = 0;
  std::size_t hits = 0, false_positives = 0;
};

/// One entry for each distinct score of a hit or a false positive, highest first: a threshold accepts all
/// equal scores. Ignored detections are not counted. Throws Error(Kind::usage) for scores that are NaN or out
/// of order.
std::vector<OutcomeCounts> count_by_threshold(const MatchedDetections& pooled);

/// `part` divided by `whole`; 0 when `whole` is 0.
double share(std::size_t part, std::size_t whole);

/// One operating point of a detector: detections with scores of `threshold` and above are accepted.
struct PrecisionRecallPoint {
  float threshold = 0;
  double precision = 1;  ///< hits divided by hits and false positives
  double recall = 0;     ///< hits divided by truths

  friend bool operator==(const PrecisionRecallPoint&, const PrecisionRecallPoint&) = default;
};

/// The curve of pooled detections, highest threshold first, with one point for each distinct score of a hit
/// or a false positive. Empty without detections. Without truths, recall is 0 throughout.
std::vector<PrecisionRecallPoint> precision_recall(const MatchedDetections& pooled);

/// Area under the curve, interpolated at all points: the precision at a recall is the highest precision at
/// that recall or above (PASCAL VOC since 2010). 0 for an empty curve.
double average_precision(std::span<const PrecisionRecallPoint> curve);

}  // namespace ocelli::internal
