#include "ocelli/metrics/precision_recall.hpp"

#include <algorithm>

#include "ocelli/metrics/outcome_counts.hpp"

namespace ocelli::internal {

std::vector<PrecisionRecallPoint> precision_recall(const MatchedDetections& pooled) {
  std::vector<PrecisionRecallPoint> curve;
  for (const auto& [threshold, hits, false_positives] : count_by_threshold(pooled)) {
    curve.push_back({threshold, share(hits, hits + false_positives), share(hits, pooled.truths)});
  }
  return curve;
}

double average_precision(std::span<const PrecisionRecallPoint> curve) {
  double area = 0, best_precision = 0;
  for (std::size_t i = curve.size(); i-- > 0;) {
    const double recall_before = i > 0 ? curve[i - 1].recall : 0.0;
    best_precision = std::max(best_precision, curve[i].precision);
    area += (curve[i].recall - recall_before) * best_precision;
  }
  return area;
}

}  // namespace ocelli::internal
