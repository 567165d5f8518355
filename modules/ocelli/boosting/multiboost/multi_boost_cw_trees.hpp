#pragma once

#include <cstdint>
#include <stop_token>

#include "ocelli/boosting/multiboost/column_generation.hpp"
#include "ocelli/boosting/trees/tree_boost.hpp"

namespace ocelli::internal {

struct MultiBoostCwTreesOptions {
  ColumnGenerationOptions generation{.rounds = 200, .c = 1e6};
  CoordinateDescentOptions descent;
  TreeShape shape = {};
  std::uint64_t seed = 1;  ///< of pairs, columns, and draws in coordinate descent

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ColumnGenerationOptions::describe(self.generation, visit);
    CoordinateDescentOptions::describe(self.descent, visit);
    TreeShape::describe(self.shape, visit);
  }
};

/// MultiBoost-cw with decision trees as weak classifiers.
///
/// A round grows one tree by the pulls of mu of all classes. For class c it answers +1 in the leaves where
/// the pulls of c are positive in sum, -1 in the others, which is the best that can be said for a class in
/// these leaves (multiboost-cw eq. 4). So a round gives each class a weak classifier of its own for the cost
/// of one tree, and fast coordinate descent corrects the weights of all rounds.
///
/// A tree of the state votes for class c by plus or minus the weight, in each leaf; a weight of 0 keeps its
/// sign. Weights are floats. Resumes from `state` bit for bit; the same for any number of threads. Throws
/// Error(Kind::training) for labels that do not fit, or a state of other samples; Error(Kind::canceled) on
/// `stop`.
/// Cost    a round: a tree, and descend(). Memory: one bit a sample, class and round.
/// Source  Lin,
/// Shen, van den Hengel and Suter 2012 (multiboost-cw), algorithm 1, which takes any weak classifiers; trees
/// as in boost_trees().
TreeBoostState multi_boost_cw_trees(const StumpSamples& samples, const MultiBoostCwTreesOptions& options,
                                    TreeBoostState state = {}, const TreeBoostWatcher& watch = {},
                                    std::stop_token stop = {});

}  // namespace ocelli::internal
