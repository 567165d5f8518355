#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

using TreeTrainingOptions = PreparedBoosting<TreeBoostOptions>;

using TreeTrainingWatch = LearnerWatch<TreeBoostState>;
using TrainedTrees = Learned<StumpRound>;

/// A tree boosting algorithm, ready to run. Continues from the state to the end.
using TreeBoosting = std::function<TreeBoostState(const StumpSamples&, TreeBoostState,
                                                  const TreeBoostWatcher&, std::stop_token)>;

/// The interface of every tree boosting algorithm.
template <class Options>
using TreeLearner = TreeBoostState (*)(const StumpSamples&, const Options&, TreeBoostState,
                                       const TreeBoostWatcher&, std::stop_token);

/// Without the trees after the round with the fewest validation errors.
TreeBoostState up_to_best(TreeBoostState state);

/// Binds a learner to its options. It uses the seed of its preparation. One that stops early keeps the best
/// number of trees.
/// Throws  Error(Kind::usage) for a learner that shall stop early without validation samples.
template <class Options>
TreeBoosting boosting(TreeLearner<Options> learner, const PreparedBoosting<Options>& options) {
  bool stops_early = false;
  if constexpr (requires { options.boost.patience; }) stops_early = options.boost.patience.has_value();
  require(!stops_early || options.preparation.validation > 0, Kind::usage,
          "requires validation samples: give --validation too", "--patience");
  return [learner, stops_early, boost = options.boost, seed = options.preparation.seed](
             const StumpSamples& samples, TreeBoostState state, const TreeBoostWatcher& watch,
             std::stop_token stop) {
    Options own = boost;
    own.seed = seed;
    TreeBoostState boosted = learner(samples, own, std::move(state), watch, std::move(stop));
    return stops_early ? up_to_best(std::move(boosted)) : boosted;
  };
}

/// Prepares the samples, boosts trees on them, and makes a classifier from all votes.
///
/// The result is the same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learned from, Error(Kind::canceled) on `stop`.
TrainedTrees train_trees(const Samples& samples, const TreeBoosting& boosting,
                         const SamplePreparation& preparation, const TreeTrainingWatch& watch = {},
                         std::stop_token stop = {});

/// The same with boost_trees().
TrainedTrees train_trees(const Samples& samples, const TreeTrainingOptions& options,
                         const TreeTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
