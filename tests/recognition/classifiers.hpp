#pragma once

#include <string>
#include <utility>
#include <vector>

#include "features/random_samples.hpp"
#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal::test {

inline std::vector<std::string> numbered_classes(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < count; ++k) names.push_back(std::to_string(k));
  return names;
}

/// Random weights on the features.
inline Classifier random_classifier(FeatureSet features, std::size_t classes,
                                    std::optional<ImageShape> shape = {}) {
  ScoreWeights weights = normal_values(classes, columns(features) + 1, 3);
  return Classifier({std::move(features), std::move(weights), numbered_classes(classes), shape});
}

/// Stumps on images of 4 x 3 pixels that tell which half is brighter: classes "left" and "right".
inline Classifier brighter_half() {
  std::vector<ThresholdStump> stumps;
  ScoreWeights weights = ScoreWeights::Zero(2, 13);
  for (std::uint32_t pixel = 0; pixel < 12; ++pixel) {
    stumps.push_back({pixel, 128});
    weights(pixel % 4 < 2 ? 1 : 0, pixel) = 1;
  }
  return Classifier({StumpFeatures(12, stumps), weights, {"left", "right"}, ImageShape{4, 3}});
}

}  // namespace ocelli::internal::test
