#pragma once

#include <cstdint>
#include <stop_token>

#include "ocelli/boosting/multiboost/column_generation.hpp"

namespace ocelli::internal {

struct MultiBoostCwOptions {
  ColumnGenerationOptions generation;
  CoordinateDescentOptions descent;
  std::uint64_t seed = 1;  ///< of the random draws in coordinate descent

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ColumnGenerationOptions::describe(self.generation, visit);
    CoordinateDescentOptions::describe(self.descent, visit);
  }
};

/// The paper's stagewise variant, CW-1: only new stumps get weights, once, and C is so large that it hardly
/// matters.
MultiBoostCwOptions stage_wise();

/// For each class, the stump with the largest edge (multiboost-cw eq. 4).
std::vector<ProposedStump> stump_for_each_class(const SortedInputs& inputs, const TargetWeights& pulls);

/// descend() as a solver of master problems, with different draws in each round.
/// Requires  valid options.
MasterSolver coordinate_descent_solver(const CoordinateDescentOptions& options, std::uint64_t seed);

/// MultiBoost-cw: every class has its own stumps, one more per round, and fast coordinate descent
/// re-optimizes all weights.
///
/// A special case of generate_columns(). The result is the same for any number of threads.
/// Cost    per round, samples x inputs x classes additions for the stumps, and descend().
/// Source  Lin, Shen, van den Hengel and Suter 2012 (multiboost-cw).
StumpBoostState multi_boost_cw(const StumpSamples& samples, const MultiBoostCwOptions& options,
                               StumpBoostState state = {}, const StumpBoostWatcher& watch = {},
                               std::stop_token stop = {});

}  // namespace ocelli::internal
