#pragma once

#include <memory>

#include "ocelli/training/algorithms/classifier_algorithm.hpp"

namespace ocelli::internal {

/// A member of a blend: the scores of what it learns count so many times.
struct BlendedAlgorithm {
  std::unique_ptr<ClassifierAlgorithm> algorithm;
  double weight = 1;
};

}  // namespace ocelli::internal
