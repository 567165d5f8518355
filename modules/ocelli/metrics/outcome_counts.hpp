#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/metrics/detection_matching.hpp"

namespace ocelli::internal {

/// The numbers of hits and false positives that score `threshold` or more.
struct OutcomeCounts {
  float threshold = 0;
  std::size_t hits = 0, false_positives = 0;
};

/// One entry for each distinct score of a hit or a false positive, highest first: a threshold accepts all
/// equal scores. Ignored detections are not counted. Throws Error(Kind::usage) for scores that are NaN
/// or out of order.
std::vector<OutcomeCounts> count_by_threshold(const MatchedDetections& pooled);

/// `part` over `whole`; 0 when `whole` is 0.
double share(std::size_t part, std::size_t whole);

}  // namespace ocelli::internal
