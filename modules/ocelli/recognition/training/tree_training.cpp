#include "ocelli/recognition/training/tree_training.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/boosting/shareboost/best_round.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal {
namespace {

/// The largest number of leaves of a tree.
std::size_t max_leaves(const std::vector<VotingTree>& trees) {
  std::size_t max = 0;
  for (const VotingTree& tree : trees) max = std::max(max, leaf_count(tree.branches));
  return max;
}

/// The votes of all leaves, as weights of TreeFeatures.
ScoreWeights weights_of(const std::vector<VotingTree>& trees, std::size_t leaves, std::size_t classes) {
  const auto columns = static_cast<Eigen::Index>(trees.size() * leaves);
  ScoreWeights weights = ScoreWeights::Zero(static_cast<Eigen::Index>(classes), columns + 1);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const auto of_tree = static_cast<Eigen::Index>(leaf_count(trees[t].branches));
    weights.middleCols(static_cast<Eigen::Index>(t * leaves), of_tree) =
        Eigen::Map<const ScoreWeights>(trees[t].votes.data(), of_tree, weights.rows()).transpose();
  }
  return weights;
}

}  // namespace

TreeBoostState up_to_best(TreeBoostState state) {
  if (state.rounds.empty()) return state;
  const std::size_t count = best_round(state.rounds) + 1;
  state.rounds.resize(count);
  state.trees.resize(count);
  return state;
}

TrainedTrees train_trees(const Samples& samples, const TreeTrainingOptions& options,
                         const TreeTrainingWatch& watch, std::stop_token stop) {
  options.validate();
  return train_trees(samples, boosting(boost_trees, options), options.preparation, watch, std::move(stop));
}

TrainedTrees train_trees(const Samples& samples, const TreeBoosting& boosting,
                         const SamplePreparation& preparation, const TreeTrainingWatch& watch,
                         std::stop_token stop) {
  const CancellationScope scope(stop);
  preparation.validate();
  const TrainingSamples parts = prepare(samples, preparation);
  TreeBoostState state =
      boosting({parts.all(), parts.training()}, watch.resume, watch.round, std::move(stop));
  require(!state.rounds.empty(), Kind::training, "no tree separates the classes");

  const std::size_t leaves = max_leaves(state.trees);
  ScoreWeights weights = weights_of(state.trees, leaves, samples.classes.size());
  std::vector<TreeBranches> trees;
  for (VotingTree& tree : state.trees) trees.push_back(std::move(tree.branches));
  const std::size_t rounds = state.rounds.size();
  return {Classifier({.features = TreeFeatures(samples.width(), leaves, trees),
                      .weights = std::move(weights),
                      .classes = samples.classes,
                      .shape = samples.shape,
                      .normalized_side = preparation.normalized_side.value_or(0)}),
          std::move(state.rounds),
          rounds,
          parts.training(),
          parts.validation(),
          count_of(rounds, "tree")};
}

}  // namespace ocelli::internal
