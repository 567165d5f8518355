#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/recognition/feature_classifier.hpp"

/// What goes into and comes out of the training of every learner.
namespace ocelli::internal {

/// Who follows a training, and where an earlier run with the same samples and options stopped.
template <class State>
struct LearnerWatch {
  std::function<void(const State&)> round = {};  ///< called after each round
  ProgressSink progress = {};                    ///< of what follows the rounds
  State resume = {};
};

/// A classifier and how it was learned.
template <class Round>
struct Learned {
  Classifier classifier;
  std::vector<Round> path;     ///< all rounds
  std::size_t rounds = 0;      ///< those that the classifier is made of, the first of the path
  std::size_t training = 0;    ///< samples learned from, with deformed copies
  std::size_t validation = 0;  ///< samples held out to measure on
  std::string size;            ///< "60 trees"
  /// What followed the last round of the path, which its errors do not show: "the patches were tuned".
  std::string afterwards = {};
};

}  // namespace ocelli::internal
