#pragma once

#include <span>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal {

/// A classifier and the weight of its scores.
struct BlendMember {
  Classifier classifier;
  double weight = 1;
};

/// A classifier with the features of all members and the weighted sums of their scores. Scores are log-odds
/// up to a factor, so classifiers with different errors correct each other.
///
/// The result has no temperature.
/// Cost    scoring takes as long as all members together.
/// Throws  Error(Kind::model) without members, for members with different classes, inputs, image shapes,
/// framings or tilts, and for more parts than CombinedFeatures supports.
Classifier blended(std::span<const BlendMember> members);

}  // namespace ocelli::internal
