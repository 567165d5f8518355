#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/checkpoint_payload.hpp"
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

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "number of trees", option::from(1).to(100'000).may_change().basic());
    visit("shrinkage", self.shrinkage, "learning rate", option::above(0).to(1));
    TreeShape::describe(self.shape, visit);
  }
};

/// A tree and its votes: a row a leaf, a number a class.
struct VotingTree {
  TreeBranches branches;
  std::vector<float> votes;

  friend bool operator==(const VotingTree&, const VotingTree&) = default;
};

/// The state of a boosting of trees, a tree a round: everything needed to resume it exactly.
struct TreeBoostState {
  std::vector<StumpRound> rounds;
  std::vector<VotingTree> trees;
};

/// Its part of a checkpoint file: see checkpoint_payload.hpp.
using TreeBoostCheckpoint = ClassifierCheckpoint<TreeBoostState>;
std::vector<std::byte> to_payload(const TreeBoostCheckpoint& checkpoint);
void from_payload(const std::vector<std::byte>& payload, TreeBoostCheckpoint& checkpoint);

/// Throws Error(Kind::training) unless the trees could be of samples with these inputs and classes: a state
/// from a file need not match them.
void require_fit(const TreeBoostState& state, const StumpSamples& samples);

/// Called after each round.
using TreeBoostWatcher = std::function<void(const TreeBoostState&)>;

/// AdaBoost.MH with trees whose leaves vote for every class: one tree a round for all classes.
///
/// Minimizes the mean over samples of sum_l D_l exp(-Y_il F_l(x_i)), where Y_il is 1 for l = y_i and -1
/// otherwise, and D_l is 1/2 for the own class and 1/2 in all for the others, so that being of a class weighs
/// as much as being of none of the others. A leaf's vote for class l is the best step there, 1/2 log(W+ / W-)
/// of the weights of its samples with Y_il = 1 and -1, smoothed and times the shrinkage: no round raises the
/// objective.
///
/// Resumes from `state` bit for bit; the same for any number of threads.
/// Throws  Error(Kind::training) for labels that do not fit, or a state of other samples;
/// Error(Kind::canceled) on `stop`.
/// Cost    a round: grow_tree(), and some operations a sample and class.
/// Source  Schapire and Singer 1999, sections 4 and 6 (real votes in the parts of a partition); Kegl and
/// Busa-Fekete, Boosting
///         products of base classifiers, 2009 (the weights of classes); shrinkage and columns as in Friedman
///         2002.
TreeBoostState boost_trees(const StumpSamples& samples, const TreeBoostOptions& options,
                           TreeBoostState state = {}, const TreeBoostWatcher& watch = {},
                           std::stop_token stop = {});

}  // namespace ocelli::internal
