#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "ocelli/baselines/one_against_rest.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/classifier_training.hpp"

namespace ocelli::internal::baselines {

/// Who is told, and what is known from before.
struct OneAgainstRestWatch {
  OneAgainstRestWatcher round = {};
  OneAgainstRestState resume = {};  ///< where an earlier run with the same samples and options stood
};

struct TrainedOneAgainstRest {
  Classifier classifier;
  std::vector<OneAgainstRestRound> path;     ///< all rounds; the classifier may be of an earlier one
  std::size_t round = 0;                     ///< the classifier's, counted from 0
  std::size_t training = 0, validation = 0;  ///< samples learned from, and measured on
};

/// Prepares the samples, computes the candidates, and grows a path for each class. The classifier has all
/// classes' features, each once, and gives every class the score of its own path.
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learned from, Error(Kind::canceled) on `stop`.
TrainedOneAgainstRest train_one_against_rest(const Samples& samples, const GreedyTrainingOptions& options,
                                             const OneAgainstRestWatch& watch = {},
                                             std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
