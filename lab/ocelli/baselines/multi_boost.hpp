#pragma once

#include <stop_token>

#include "ocelli/baselines/bounded_lbfgs.hpp"
#include "ocelli/boosting/multiboost/column_generation.hpp"

namespace ocelli::internal::baselines {

struct MultiBoostOptions {
  ColumnGenerationOptions generation;
  BoundedLbfgsOptions solver;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ColumnGenerationOptions::describe(self.generation, visit);
    BoundedLbfgsOptions::describe(self.solver, visit);
  }
};

/// The stump with the largest edge for any class, which all classes may then use (multiboost-cw eq. 6).
std::vector<ProposedStump> stump_for_all_classes(const SortedInputs& inputs, const TargetWeights& pulls);

/// MultiBoost: adds one stump per round, shared by all classes. L-BFGS with bounds re-optimizes all weights.
///
/// A case of generate_columns().
/// Source  Shen and Hao, A direct formulation for totally-corrective multi-class boosting, CVPR 2011;
/// multiboost-cw section 2.
StumpBoostState multi_boost(const StumpSamples& samples, const MultiBoostOptions& options,
                            StumpBoostState state = {}, const StumpBoostWatcher& watch = {},
                            std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
