#include "ocelli/metrics/outcome_counts.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

std::vector<OutcomeCounts> count_by_threshold(const MatchedDetections& pooled) {
  const auto& outcomes = pooled.outcomes;
  require(std::ranges::none_of(outcomes, [](const ScoredOutcome& o) { return std::isnan(o.score); }),
          Kind::usage, "a detection's score is not a number");
  require(std::ranges::is_sorted(outcomes, std::ranges::greater{}, &ScoredOutcome::score), Kind::usage,
          "outcomes must be sorted by score, highest first");
  std::vector<OutcomeCounts> counts;
  OutcomeCounts running;
  for (const auto& [score, outcome] : outcomes) {
    if (outcome == Outcome::ignored) continue;
    running.threshold = score;
    ++(outcome == Outcome::hit ? running.hits : running.false_positives);
    if (!counts.empty() && counts.back().threshold == score) {
      counts.back() = running;
    } else {
      counts.push_back(running);
    }
  }
  return counts;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

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
