#pragma once

#include <string>

#include "ocelli/recognition/training/candidate_features.hpp"

namespace ocelli::internal::test {

inline constexpr const char* kKinds[] = {"templates", "linear", "products",     "trees",
                                         "stumps",    "balls",  "orientations", "gaussians"};

/// Candidates that small images are enough for.
inline CandidateOptions small_candidates(const std::string& kind) {
  CandidateOptions options{.kind = kind, .templates = "5:12"};
  options.dictionary.windows = 2000;
  options.masks.grid = 2;
  options.balls.components = 4;
  options.balls.centers = 5;
  options.balls.radii = 3;
  options.gaussians.anchors = 60;
  options.trees = {.trees = 6, .leaves = 4};
  return options;
}

}  // namespace ocelli::internal::test
