#include "ocelli/metrics/detection_matching.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

namespace ocelli::internal {
namespace {

double size_of(const Box& box) { return std::sqrt(double{box.w} * box.h); }

double distance_between_centers(const Box& a, const Box& b) {
  return std::hypot(double{a.center_x()} - b.center_x(), double{a.center_y()} - b.center_y());
}

/// Indices of detections by descending score.
std::vector<std::size_t> surest_first(std::span<const Detection> detections) {
  std::vector<std::size_t> order(detections.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return detections[i].score; });
  return order;
}

/// The truth that a detection hits, among those not hit yet.
std::optional<std::size_t> nearest(const Box& detection, std::span<const Truth> truths,
                                   const std::vector<bool>& taken, const MatchRule& rule) {
  std::optional<std::size_t> best;
  const auto distance = [&](std::size_t i) {
    return std::tuple(distance_between_centers(detection, truths[i].box), truths[i].ignored);
  };
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (taken[i] || !rule.admits(detection, truths[i].box)) continue;
    if (!best || distance(i) < distance(*best)) best = i;
  }
  return best;
}

}  // namespace

bool MatchRule::admits(const Box& detection, const Box& truth) const {
  const double found = size_of(detection), wanted = size_of(truth);
  return distance_between_centers(detection, truth) <= center_distance * wanted &&
         found <= size_ratio * wanted && wanted <= size_ratio * found;
}

MatchedDetections match_detections(std::span<const Detection> detections, std::span<const Truth> truths,
                                   const MatchRule& rule) {
  MatchedDetections result;
  result.truths = static_cast<std::size_t>(std::ranges::count(truths, false, &Truth::ignored));
  std::vector<bool> taken(truths.size(), false);
  for (const std::size_t i : surest_first(detections)) {
    const std::optional<std::size_t> hit = nearest(detections[i].box, truths, taken, rule);
    Outcome outcome = Outcome::false_positive;
    if (hit) outcome = truths[*hit].ignored ? Outcome::ignored : Outcome::hit;
    if (hit) taken[*hit] = true;
    result.outcomes.push_back({detections[i].score, outcome});
  }
  return result;
}

MatchedDetections pool(std::span<const MatchedDetections> images) {
  MatchedDetections pooled;
  for (const MatchedDetections& image : images) {
    pooled.outcomes.insert(pooled.outcomes.end(), image.outcomes.begin(), image.outcomes.end());
    pooled.truths += image.truths;
  }
  std::ranges::stable_sort(pooled.outcomes, std::ranges::greater{}, &ScoredOutcome::score);
  return pooled;
}

}  // namespace ocelli::internal
