#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// A stump boosting algorithm, ready to run.
struct StumpBoosting {
  std::function<StumpBoostState(const StumpSamples&, StumpBoostState, const StumpBoostWatcher&,
                                std::stop_token)>
      boost;
  /// Converts the algorithm's votes to votes for classes. For most algorithms, they already are.
  std::function<std::vector<StumpVote>(std::vector<StumpVote>, std::size_t classes)> class_votes =
      [](std::vector<StumpVote> votes, std::size_t) { return votes; };
};

/// The interface of every stump boosting algorithm. Continues from the state to the end.
template <class Options>
using StumpLearner = StumpBoostState (*)(const StumpSamples&, const Options&, StumpBoostState,
                                         const StumpBoostWatcher&, std::stop_token);

/// Binds a learner to its options. A random learner uses `seed` instead of the options' own. If the learner
/// does not vote for classes, its options have class_votes(votes, classes).
template <class Options>
StumpBoosting boosting(StumpLearner<Options> learner, std::type_identity_t<Options> options,
                       std::uint64_t seed) {
  if constexpr (requires { options.seed; }) options.seed = seed;
  StumpBoosting boosting;
  if constexpr (requires { &Options::class_votes; }) {
    boosting.class_votes = [options](const std::vector<StumpVote>& votes, std::size_t classes) {
      return options.class_votes(votes, classes);
    };
  }
  boosting.boost = [learner, options = std::move(options)](const StumpSamples& samples, StumpBoostState state,
                                                           const StumpBoostWatcher& watch,
                                                           std::stop_token stop) {
    return learner(samples, options, std::move(state), watch, std::move(stop));
  };
  return boosting;
}

using StumpTrainingWatch = LearnerWatch<StumpBoostState>;
using TrainedStumps = Learned<StumpRound>;

/// Prepares the samples, boosts stumps on them, and makes a classifier from all votes.
///
/// The result is the same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learned from, Error(Kind::canceled) on `stop`.
TrainedStumps train_stumps(const Samples& samples, const StumpBoosting& boosting,
                           const SamplePreparation& preparation, const StumpTrainingWatch& watch = {},
                           std::stop_token stop = {});

}  // namespace ocelli::internal
