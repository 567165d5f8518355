#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// A ground-truth object to score detections against.
struct Truth {
  Box box;
  bool ignored = false;  ///< detecting it is neither a hit nor a false positive
};

/// When a detection matches a truth. The size of a box is sqrt(w h), the side of a square of the same area.
struct MatchRule {
  double center_distance = 0.3;  ///< largest distance between centers, in sizes of the truth
  double size_ratio = 2;         ///< largest ratio of the two sizes, either way

  bool admits(const Box& detection, const Box& truth) const;
};

enum class Outcome : std::uint8_t { hit, false_positive, ignored };

/// The outcome of one detection.
struct ScoredOutcome {
  float score = 0;
  Outcome outcome = Outcome::false_positive;

  friend bool operator==(const ScoredOutcome&, const ScoredOutcome&) = default;
};

/// The scored detections of one or many images, highest score first, and the number of truths.
struct MatchedDetections {
  std::vector<ScoredOutcome> outcomes;
  std::size_t truths = 0;  ///< without ignored objects

  friend bool operator==(const MatchedDetections&, const MatchedDetections&) = default;
};

/// Scores the detections of one image.
///
/// Detections are processed by descending score (ties in input order). Each matches the nearest truth that
/// the rule allows and that is not matched yet (ties: counted before ignored, then input order).
/// Requires  scores that are not NaN.
/// Cost      detections x truths.
MatchedDetections match_detections(std::span<const Detection> detections, std::span<const Truth> truths,
                                   const MatchRule& rule = {});

/// Merges the outcomes of many images, highest score first, ties in image order.
MatchedDetections pool(std::span<const MatchedDetections> images);

}  // namespace ocelli::internal
