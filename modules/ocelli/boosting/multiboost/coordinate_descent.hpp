#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/multiboost/pair_weights.hpp"
#include "ocelli/boosting/stumps/stump_outputs.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// A variable of the master problem: the nonnegative weight of a weak classifier's output in a class's score.
struct ColumnWeight {
  std::uint32_t column = 0;  ///< in the problem's BinaryOutputs
  std::uint16_t label = 0;
  double value = 0;
};

/// MultiBoost's problem restricted to the current weak classifiers (multiboost-cw eq. 2):
///   minimize  sum_j w_j + C/p sum_i sum_{y != yi} mu_iy  over w >= 0, with p = m (K - 1).
struct MasterProblem {
  const BinaryOutputs& outputs;
  std::span<const std::uint16_t> labels;  ///< of the training samples, which come first in the outputs
  std::size_t classes = 0;
  double cost = 1e4;  ///< C
  double total = 0;   ///< weight of all samples; 0: their count

  std::size_t samples() const { return labels.size(); }
  /// C/p.
  double factor() const;
  vote_kernel::Words answers(const ColumnWeight& weight) const {
    return outputs.of(weight.column, labels.size());
  }
  /// F_c(x_i) = sum of weight * output over the class's weak classifiers, for the first `samples` samples of
  /// the outputs, in parallel over classes.
  /// Cost  one addition per sample and nonzero weight.
  ScoreTable scores(std::span<const ColumnWeight> weights, std::size_t samples) const;
  /// Eq. 2.
  double objective(std::span<const ColumnWeight> weights, const PairWeights& mu) const;
  /// The gradient of the objective, in parallel over weights.
  /// Cost  one addition per sample and weight.
  std::vector<double> gradient(std::span<const ColumnWeight> weights, const PairWeights& mu) const;
};

/// Eq. 12: the optimal weight of one weak classifier, from V+ and V- without its own factors. This form stays
/// exact when V- is small or 0 (then log(V+ C/p)).
double best_weight(double v_plus, double v_minus, double factor);

struct CoordinateDescentOptions {
  double tolerance = 0.01;  ///< epsilon of eq. 17 and 18 (0.1 in the paper)
  int passes = 2;           ///< tau_max; 1: only new stumps get weights (stagewise)

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("solver-tolerance", self.tolerance, "tolerance on the optimality (KKT) conditions",
          option::above(0).fixed());
    visit("passes", self.passes, "maximum number of working sets per round (1: new stumps only, stagewise)",
          option::from(1).to(10'000));
  }
};

/// Statistics of a descent.
struct Descent {
  std::size_t updates = 0;  ///< of individual weights
  int passes = 0;
};

/// The distance of each weight from optimality: theta of eq. 16.
std::vector<double> violations(const MasterProblem& problem, std::span<const ColumnWeight> weights,
                               const PairWeights& mu);

/// Fast coordinate descent. First updates the last `fresh` weights in turn. Then each pass draws weights at
/// random from those that violate optimality, as many draws as there are violators. Each drawn weight moves
/// to its optimum in closed form, and mu is updated. Draws use `seed`. The objective never rises.
///
/// Requires  mu matches `weights`; it also does on return.
/// Cost      2 operations per sample and update; each pass after the first evaluates all weights once.
/// Source    multiboost-cw algorithm 2.
Descent descend(const MasterProblem& problem, std::size_t fresh, const CoordinateDescentOptions& options,
                std::uint64_t seed, std::span<ColumnWeight> weights, PairWeights& mu);

}  // namespace ocelli::internal
