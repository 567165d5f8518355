#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/metrics/detection_matching.hpp"

namespace ocelli::internal {

/// One operating point of a detector: detections with scores of `threshold` and above are accepted.
struct RocPoint {
  float threshold = 0;
  std::size_t false_positives = 0;
  double detection_rate = 0;  ///< hits divided by truths

  friend bool operator==(const RocPoint&, const RocPoint&) = default;
};

/// The free-response ROC of pooled detections, from the highest threshold (infinite, nothing accepted) on.
///
/// A threshold accepts all detections with an equal score, so there is one point for each distinct score of a
/// hit or a false positive. Neither coordinate ever decreases. Without truths every rate is 0.
std::vector<RocPoint> detection_roc(const MatchedDetections& pooled);

/// The point with the lowest threshold among those with at most `false_positives`. Requires a curve from
/// detection_roc().
RocPoint point_at(std::span<const RocPoint> curve, std::size_t false_positives);

/// The detection rate of point_at().
double rate_at(std::span<const RocPoint> curve, std::size_t false_positives);

/// The smallest number that is at least `rate` of `count`, tolerant of rounding (0.995 times 2000).
std::size_t min_accepted(double rate, std::size_t count);

/// The highest threshold that at least the share `detection_rate` of the positives reaches; infinite for a
/// rate of 0.
/// Throws  Error(Kind::usage) for a rate outside [0, 1] or without positives.
/// Cost    linear.
float threshold_at(double detection_rate, std::span<const float> positive_scores);

/// The lowest threshold that at most the share `false_alarm` of the negatives reaches. If all may, it is the
/// lowest score.
/// Throws  Error(Kind::usage) for a share outside [0, 1] or without negatives.
/// Cost    linear.
float lowest_threshold_at(double false_alarm, std::span<const float> negative_scores);

/// The share of scores at or above a threshold; 0 without scores.
double accepted_share(float threshold, std::span<const float> scores);

/// The false-alarm rate at the threshold that accepts the share `detection_rate` of the positives (floatboost
/// section 3.1: the error that FloatBoost minimizes). Throws like threshold_at().
double false_alarm_at(double detection_rate, std::span<const float> positive_scores,
                      std::span<const float> negative_scores);

}  // namespace ocelli::internal
