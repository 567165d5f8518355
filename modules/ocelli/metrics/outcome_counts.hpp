#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/metrics/detection_matching.hpp"

namespace ocelli {

/// How many hits and false positives score `threshold` or more.
struct OutcomeCounts {
  float threshold = 0;
  std::size_t hits = 0, false_positives = 0;
};

/// One entry for each different score of a hit or a false positive, highest first: a threshold takes all
/// equal scores. Ignored detections count nowhere. Throws Error(Kind::usage) for scores that are no numbers
/// or not in order.
std::vector<OutcomeCounts> count_by_threshold(const MatchedDetections& pooled);

/// `part` of `whole`, 0 of nothing.
double share(std::size_t part, std::size_t whole);

}  // namespace ocelli
