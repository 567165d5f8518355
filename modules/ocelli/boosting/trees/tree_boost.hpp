#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/boosting/trees/tree_shape.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/features/tabular/tree_features.hpp"

namespace ocelli::internal {

struct TreeBoostOptions {
  std::size_t rounds = 400;
  double shrinkage = 0.15;
  TreeShape shape = {};
  std::uint64_t seed = 1;  ///< of pairs and columns
  /// Ends after this many rounds without fewer validation errors. Empty: never.
  std::optional<std::size_t> patience = {};

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "number of trees", option::from(1).to(100'000).may_change().basic());
    visit("shrinkage", self.shrinkage, "learning rate", option::above(0).to(1));
    visit(
        "patience", self.patience,
        "stop early after this many trees without fewer validation errors, and keep the best number of trees",
        option::from(1).in("trees").may_change().or_none(0));
    TreeShape::describe(self.shape, visit);
  }
};

/// A tree and its votes: one row per leaf, one number per class.
struct VotingTree {
  TreeBranches branches;
  std::vector<float> votes;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("branches", self.branches);
    visit("votes", self.votes);
  }

  friend bool operator==(const VotingTree&, const VotingTree&) = default;
};

/// The state of tree boosting, one tree per round: everything needed to resume it exactly.
struct TreeBoostState {
  static constexpr std::string_view kLearner = "boosted trees";

  std::vector<StumpRound> rounds;
  std::vector<VotingTree> trees;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds);
    visit("trees", self.trees);
  }
  /// Throws  Error(Kind::model) for trees with invalid branches, and for votes that are too many, too few or
  /// too large.
  void check() const;
};

/// Throws  Error(Kind::training) unless the trees could come from samples with these inputs and classes. A
/// state from a file need not match them.
void require_fit(const TreeBoostState& state, const StumpSamples& samples);

/// Called after each round.
using TreeBoostWatcher = std::function<void(const TreeBoostState&)>;

/// AdaBoost.MH with trees whose leaves vote for every class: one tree per round for all classes.
///
/// Minimizes the mean over samples of sum_l D_l exp(-Y_il F_l(x_i)). Y_il is 1 for l = y_i and -1 otherwise.
/// D_l is 1/2 for the sample's own class and 1/2 in total for the others, so both sides have equal weight. A
/// leaf's vote for class l is the best step there, 1/2 log(W+ / W-) of the weights of its samples with Y_il =
/// 1 and -1, smoothed and multiplied by the shrinkage. No round raises the objective.
///
/// Resumes from `state` with a bit-identical result for any number of threads.
/// Throws  Error(Kind::training) for labels that do not fit or a state of other samples,
/// Error(Kind::canceled) on `stop`.
/// Cost    per round, grow_tree() and a few operations per sample and class.
/// Source  Schapire and Singer 1999, sections 4 and 6 (real votes in the parts of a partition); Kegl and
/// Busa-Fekete, Boosting products of base classifiers, 2009 (the class weights); shrinkage and columns as in
/// Friedman 2002.
TreeBoostState boost_trees(const StumpSamples& samples, const TreeBoostOptions& options,
                           TreeBoostState state = {}, const TreeBoostWatcher& watch = {},
                           std::stop_token stop = {});

}  // namespace ocelli::internal
