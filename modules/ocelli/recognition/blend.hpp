#pragma once

#include <span>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal {

/// A classifier whose scores count so many times.
struct BlendMember {
  Classifier classifier;
  double weight = 1;
};

/// The classifier whose scores are the weighted sums of the members' scores: it has all their features. As
/// scores are log-odds up to a factor, classifiers that err differently correct each other.
///
/// It has no temperature.
/// Cost  scoring takes as long as all members' together.
/// Throws  Error(Kind::model) without members, for members of different classes, inputs, image shapes,
/// framings or tilts, and for more parts
///         than CombinedFeatures takes.
Classifier blended(std::span<const BlendMember> members);

}  // namespace ocelli::internal
