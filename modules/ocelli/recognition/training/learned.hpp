#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/recognition/feature_classifier.hpp"

/// The inputs and results that all learners' trainings share.
namespace ocelli::internal {

/// The observers of a training, and the state of an earlier run with the same samples and options to resume
/// from.
template <class State>
struct LearnerWatch {
  std::function<void(const State&)> round = {};  ///< called after each round
  ProgressSink progress = {};                    ///< of the steps after the rounds
  State resume = {};
};

/// A classifier and how it was learned.
template <class Round>
struct Learned {
  Classifier classifier;
  std::vector<Round> path;     ///< all rounds
  std::size_t rounds = 0;      ///< the classifier uses the first `rounds` of the path
  std::size_t training = 0;    ///< training samples, including deformed copies
  std::size_t validation = 0;  ///< samples held out to measure errors
  std::string size;            ///< "60 trees"
  /// Steps after the last round of the path, not included in its errors: "the patches were tuned".
  std::string afterwards = {};
};

}  // namespace ocelli::internal
