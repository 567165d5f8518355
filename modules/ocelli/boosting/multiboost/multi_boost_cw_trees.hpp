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
  std::uint64_t seed = 1;  ///< of pairs, columns, and the draws of coordinate descent

  /// Throws  Error(Kind::usage) naming the invalid option.
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
/// Each round grows one tree from all classes' pulls of mu. For class c the tree outputs +1 in leaves where
/// the pulls of c have a positive sum and -1 in the others, the best output for a class given these leaves
/// (multiboost-cw eq. 4). A round thus adds one weak classifier per class for the cost of one tree, and fast
/// coordinate descent corrects the weights of all rounds.
///
/// In each leaf, a tree of the state votes for class c by plus or minus the weight; a weight of 0 keeps its
/// sign. Weights are floats. Resumes from `state` with a bit-identical result for any number of threads.
/// Throws  Error(Kind::training) for labels that do not fit or a state of other samples,
/// Error(Kind::canceled) on `stop`.
/// Cost    per round, a tree and descend().
/// Memory  one bit per sample, class and round.
/// Source  Lin, Shen, van den Hengel and Suter 2012 (multiboost-cw), algorithm 1, which allows any weak
/// classifiers. Trees as in boost_trees().
TreeBoostState multi_boost_cw_trees(const StumpSamples& samples, const MultiBoostCwTreesOptions& options,
                                    TreeBoostState state = {}, const TreeBoostWatcher& watch = {},
                                    std::stop_token stop = {});

}  // namespace ocelli::internal
