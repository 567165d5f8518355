#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/baselines/ada_boost_ecc.hpp"
#include "ocelli/boosting/baselines/ada_boost_mh.hpp"
#include "ocelli/boosting/baselines/ada_boost_mo.hpp"
#include "ocelli/boosting/baselines/joint_boost.hpp"
#include "ocelli/boosting/baselines/multi_boost.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/training/training_samples.hpp"

namespace ocelli {

/// A way to boost decision stumps, ready to run.
struct StumpBoosting {
  std::function<StumpBoostState(const StumpSamples&, StumpBoostState, const StumpBoostWatcher&,
                                std::stop_token)>
      boost;
  /// Its votes as votes for classes, which they are already for most.
  std::function<std::vector<StumpVote>(std::vector<StumpVote>, std::size_t classes)> class_votes =
      [](std::vector<StumpVote> votes, std::size_t) { return votes; };
};

/// Each algorithm by its options; those that draw at random draw from `seed`, not from the options' own.
StumpBoosting boosting(MultiBoostCwOptions options, std::uint64_t seed);
StumpBoosting boosting(const baselines::MultiBoostOptions& options, std::uint64_t seed);
StumpBoosting boosting(const baselines::AdaBoostMhOptions& options, std::uint64_t seed);
StumpBoosting boosting(baselines::AdaBoostEccOptions options, std::uint64_t seed);
StumpBoosting boosting(baselines::AdaBoostMoOptions options, std::uint64_t seed);
StumpBoosting boosting(const baselines::JointBoostOptions& options, std::uint64_t seed);

/// Who is told, and what is known from before.
struct StumpTrainingWatch {
  StumpBoostWatcher round = {};
  StumpBoostState resume = {};
};

struct TrainedStumps {
  Classifier classifier;
  std::vector<StumpRound> path;
  std::size_t training = 0, validation = 0;  ///< samples learnt from, and measured on
};

/// Prepares the samples, boosts stumps on them, and makes a classifier of all votes.
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learnt from, Error(Kind::cancelled) on `stop`.
TrainedStumps train_stumps(const Samples& samples, const StumpBoosting& boosting,
                           const SamplePreparation& preparation, const StumpTrainingWatch& watch = {},
                           std::stop_token stop = {});

}  // namespace ocelli
