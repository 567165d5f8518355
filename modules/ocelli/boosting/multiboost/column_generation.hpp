#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/multiboost/coordinate_descent.hpp"
#include "ocelli/boosting/stumps/stump_search.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// A stump to add to the master problem, with its sign flipped if its edge is negative, and the classes that
/// get a weight for it.
struct ProposedStump {
  StumpEdge best;
  std::vector<std::uint16_t> labels;
};

/// Returns the stumps that violate the dual constraints most, given the pulls of mu (multiboost-cw eq. 4 or
/// 6).
using StumpProposer =
    std::function<std::vector<ProposedStump>(const SortedInputs& inputs, const TargetWeights& pulls)>;

/// Optimizes the weights of the master problem, starting from their current values, and updates mu. The last
/// `fresh` weights are new.
using MasterSolver = std::function<void(const MasterProblem& problem, std::size_t fresh, std::size_t round,
                                        std::span<ColumnWeight> weights, PairWeights& mu)>;

struct ColumnGenerationOptions {
  std::size_t rounds = 500;
  double c = 1e4;           ///< weight of the loss relative to the sum of the weights
  double threshold = 1e-3;  ///< stops when no stump violates its dual constraint by more than this

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "maximum number of boosting rounds",
          option::from(1).to(100'000).may_change().basic());
    visit("c", self.c, "weight of the loss relative to the sum of all weights (larger fits closer)",
          option::above(0));
    visit("threshold", self.threshold,
          "training stops when no stump violates its dual constraint by more than this",
          option::from(0).fixed());
  }
};

/// Column generation: repeatedly finds stumps from the dual solution, adds them to the master problem and
/// solves it.
///
/// Resumes from `state`, which may come from an earlier run with the same samples and options, with a
/// bit-identical result. A round's objective is the master problem's.
/// Throws  Error(Kind::training) for labels that do not fit or diverging scores, Error(Kind::canceled) on
/// `stop`.
/// Memory  the order of the inputs, 16 bytes per sample and class, one bit per sample and stump.
/// Source  multiboost-cw algorithm 1.
StumpBoostState generate_columns(const StumpSamples& samples, const ColumnGenerationOptions& options,
                                 const StumpProposer& propose, const MasterSolver& solve,
                                 StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop);

}  // namespace ocelli::internal
