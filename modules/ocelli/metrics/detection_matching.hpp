#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/core/box.hpp"
#include "ocelli/core/detection.hpp"

namespace ocelli {

/// A marked object to score detections against.
struct Truth {
  Box box;
  bool ignored = false;  ///< finding it is neither a hit nor a false positive
};

/// When a detection hits a truth. The size of a box is sqrt(w h): the side of the square of its area.
struct MatchRule {
  double centre_distance = 0.3;  ///< at most this far from centre to centre, in sizes of the truth
  double size_ratio = 2;         ///< sizes differ by at most this factor, either way

  bool admits(const Box& detection, const Box& truth) const;
};

enum class Outcome : std::uint8_t { hit, false_positive, ignored };

/// What became of one detection.
struct ScoredOutcome {
  float score = 0;
  Outcome outcome = Outcome::false_positive;

  friend bool operator==(const ScoredOutcome&, const ScoredOutcome&) = default;
};

/// The scored detections of one image or of many, surest first, and how many truths there were to hit.
struct MatchedDetections {
  std::vector<ScoredOutcome> outcomes;
  std::size_t truths = 0;  ///< without the ignored ones

  friend bool operator==(const MatchedDetections&, const MatchedDetections&) = default;
};

/// Scores the detections of one image.
///
/// Detections are taken surest first (equal scores in the order given); each hits the nearest truth that the
/// rule admits and that none has hit before (equal distances: counted before ignored, then the order given).
/// Requires  scores that are numbers.
/// Cost      detections x truths.
MatchedDetections match_detections(std::span<const Detection> detections, std::span<const Truth> truths,
                                   const MatchRule& rule = {});

/// Many images as one, surest detection first; equal scores stay in order of image.
MatchedDetections pool(std::span<const MatchedDetections> images);

}  // namespace ocelli
