#include "ocelli/metrics/roc.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "ocelli/core/require.hpp"
#include "ocelli/metrics/outcome_counts.hpp"

namespace ocelli::internal {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

std::vector<RocPoint> detection_roc(const MatchedDetections& pooled) {
  std::vector<RocPoint> curve{{.threshold = kInfinity}};
  for (const auto& [threshold, hits, false_positives] : count_by_threshold(pooled)) {
    curve.push_back({threshold, false_positives, share(hits, pooled.truths)});
  }
  return curve;
}

RocPoint point_at(std::span<const RocPoint> curve, std::size_t false_positives) {
  require(!curve.empty(), Kind::usage, "the curve has no points");
  const auto beyond = std::ranges::upper_bound(curve, false_positives, {}, &RocPoint::false_positives);
  return beyond == curve.begin() ? curve.front() : *std::prev(beyond);
}

double rate_at(std::span<const RocPoint> curve, std::size_t false_positives) {
  return point_at(curve, false_positives).detection_rate;
}

std::size_t min_accepted(double rate, std::size_t count) {
  const double exact = rate * static_cast<double>(count);
  return static_cast<std::size_t>(std::max(0.0, std::ceil(exact * (1 - 1e-12))));
}

float threshold_at(double detection_rate, std::span<const float> positive_scores) {
  require(detection_rate >= 0 && detection_rate <= 1, Kind::usage, "a detection rate must be from 0 to 1");
  require(!positive_scores.empty(), Kind::usage, "there are no positives to set a threshold by");
  const std::size_t accepted = min_accepted(detection_rate, positive_scores.size());
  if (accepted == 0) return kInfinity;
  std::vector<float> scores(positive_scores.begin(), positive_scores.end());
  const auto min = scores.begin() + static_cast<std::ptrdiff_t>(accepted - 1);
  std::ranges::nth_element(scores, min, std::ranges::greater{});
  return *min;
}

float lowest_threshold_at(double false_alarm, std::span<const float> negative_scores) {
  require(false_alarm >= 0 && false_alarm <= 1, Kind::usage, "a false-alarm rate must be from 0 to 1");
  require(!negative_scores.empty(), Kind::usage, "there are no negatives to set a threshold by");
  const double max = false_alarm * static_cast<double>(negative_scores.size());
  const auto accepted = static_cast<std::ptrdiff_t>(std::floor(max * (1 + 1e-12)));
  std::vector<float> scores(negative_scores.begin(), negative_scores.end());
  if (accepted >= std::ssize(scores)) return std::ranges::min(scores);
  std::ranges::nth_element(scores, scores.begin() + accepted, std::ranges::greater{});
  return std::nextafter(scores[static_cast<std::size_t>(accepted)], kInfinity);
}

double accepted_share(float threshold, std::span<const float> scores) {
  const auto accepted = std::ranges::count_if(scores, [=](float score) { return score >= threshold; });
  return share(static_cast<std::size_t>(accepted), scores.size());
}

double false_alarm_at(double detection_rate, std::span<const float> positive_scores,
                      std::span<const float> negative_scores) {
  return accepted_share(threshold_at(detection_rate, positive_scores), negative_scores);
}

}  // namespace ocelli::internal
