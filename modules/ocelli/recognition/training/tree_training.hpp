#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/training/training_samples.hpp"

namespace ocelli {

/// The options of a boosting of trees.
struct TreeTrainingOptions {
  TreeBoostOptions boost;
  SamplePreparation preparation;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    TreeBoostOptions::describe(self.boost, visit);
    SamplePreparation::describe(self.preparation, visit);
  }
};

/// Who is told, and what is known from before.
struct TreeTrainingWatch {
  TreeBoostWatcher round = {};
  TreeBoostState resume = {};
};

/// A way to boost trees, ready to run: goes on from the state to the end.
using TreeBoosting = std::function<TreeBoostState(const StumpSamples&, TreeBoostState,
                                                  const TreeBoostWatcher&, std::stop_token)>;

struct TrainedTrees {
  Classifier classifier;
  std::vector<StumpRound> path;
  std::size_t training = 0, validation = 0;  ///< samples learnt from, and measured on
};

/// Prepares the samples, boosts trees on them, and makes a classifier of all votes.
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learnt from, Error(Kind::cancelled) on `stop`.
TrainedTrees train_trees(const Samples& samples, const TreeBoosting& boosting,
                         const SamplePreparation& preparation, const TreeTrainingWatch& watch = {},
                         std::stop_token stop = {});

/// The same with boost_trees(). The seed is that of the preparation.
TrainedTrees train_trees(const Samples& samples, const TreeTrainingOptions& options,
                         const TreeTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli
