#pragma once

#include <memory>

#include "ocelli/training/algorithms/classifier_algorithm.hpp"

namespace ocelli::internal {

/// A member of a blend, and the weight of its scores.
struct BlendedAlgorithm {
  std::unique_ptr<ClassifierAlgorithm> algorithm;
  double weight = 1;
};

}  // namespace ocelli::internal
