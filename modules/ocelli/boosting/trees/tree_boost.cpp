#include "ocelli/boosting/trees/tree_boost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "ocelli/boosting/shareboost/best_round.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/boosting/trees/tree_growth.hpp"
#include "ocelli/boosting/trees/tree_steps.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal {
namespace {

/// No training produces larger votes.
constexpr float kMaxVote = 50;

/// A boosting in progress: scores of all samples and weights of the training samples.
class TreeBoosting {
 public:
  TreeBoosting(const StumpSamples& samples, const TreeBoostOptions& options)
      : samples_(samples),
        options_(options),
        trees_(samples, options.shape, options.seed),
        weights_(samples.training, samples.classes()),
        scores_(samples) {
    const double share = 1 / (2 * static_cast<double>(samples_.classes() - 1));
    for (std::size_t i = 0; i < samples_.training; ++i) {
      const auto own = static_cast<float>(samples_.weight(i) / 2);
      const auto other = static_cast<float>(-samples_.weight(i) * share);
      weights_.set(i, [&](std::size_t c, float) { return c == samples_.samples.labels[i] ? own : other; });
    }
  }

  /// The next tree; without branches if no tree helps.
  VotingTree next(std::size_t round) {
    GrownTree grown = trees_.grow(weights_, round);
    VotingTree tree{std::move(grown.branches), {}};
    if (tree.branches.empty()) return tree;
    tree.votes = leaf_votes(weights_, grown.leaves, options_.shrinkage);
    apply(tree, grown.leaves);
    return tree;
  }

  /// Continues with a known tree.
  void apply(const VotingTree& tree) {
    apply(tree, samples_of_leaves(tree.branches, samples_.samples, 0, samples_.training));
  }

  StumpRound figures() const { return scores_.figures(mean_loss(weights_, samples_)); }

 private:
  /// Adds the votes to the scores of all samples, and reweights the training samples.
  void apply(const VotingTree& tree, const TreeLeaves& learned) {
    scores_.add(tree, learned);
    reweigh(learned, tree.votes, weights_);
  }

  const StumpSamples& samples_;
  const TreeBoostOptions& options_;
  RandomTrees trees_;
  VoteWeights weights_;
  TreeScores scores_;
};

}  // namespace

void TreeBoostOptions::validate() const { check_options(*this); }

void require_fit(const TreeBoostState& state, const StumpSamples& samples) {
  const std::size_t inputs = samples.samples.width();
  for (const VotingTree& tree : state.trees) {
    require_of_state(tree.votes.size() == leaf_count(tree.branches) * samples.classes(),
                     "its votes do not match its trees and classes");
    for (const TreeBranch& branch : tree.branches)
      require_of_state(branch.first < inputs && branch.second < inputs, "a tree refers to an unknown input");
  }
}

TreeBoostState boost_trees(const StumpSamples& samples, const TreeBoostOptions& options, TreeBoostState state,
                           const TreeBoostWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  require_fit(state, samples);
  TreeBoosting boosting(samples, options);
  for (const VotingTree& tree : state.trees) boosting.apply(tree);
  std::size_t best = best_round(state.rounds);
  while (state.rounds.size() < options.rounds && !out_of_patience(state.rounds, best, options.patience)) {
    check_canceled();
    VotingTree tree = boosting.next(state.rounds.size());
    if (tree.branches.empty()) break;
    state.trees.push_back(std::move(tree));
    state.rounds.push_back(boosting.figures());
    if (last_is_best(state.rounds, best, true)) best = state.rounds.size() - 1;
    if (watch) watch(state);
  }
  return state;
}

void TreeBoostState::check() const {
  require(!rounds.empty() && rounds.size() == trees.size(), Kind::model, "its rounds do not match its trees");
  const auto is_finite = [](const StumpRound& round) { return std::isfinite(round.objective); };
  require(std::ranges::all_of(rounds, is_finite), Kind::model, "the objective of a round is not finite");
  std::size_t classes = 0;
  for (const auto& [branches, votes] : trees) {
    const std::size_t leaves = leaf_count(branches);
    require(leaves <= kMaxTreeLeaves, Kind::model, "a tree has too many leaves");
    // Its constructor checks the branches.
    const TreeFeatures checked(std::numeric_limits<std::uint32_t>::max(), leaves, {branches});
    if (classes == 0) classes = votes.size() / checked.width();
    require(classes >= 2 && classes <= kMaxClasses, Kind::model, "has an impossible number of classes");
    require(votes.size() >= classes * checked.width(), Kind::model, "has too few votes");
    require(votes.size() <= classes * checked.width(), Kind::model, "has too many votes");
    require(std::ranges::all_of(votes, [](float vote) { return std::abs(vote) <= kMaxVote; }), Kind::model,
            "a vote is not finite or too large");
  }
}

}  // namespace ocelli::internal
