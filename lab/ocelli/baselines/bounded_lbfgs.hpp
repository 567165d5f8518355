#pragma once

#include <cstddef>
#include <span>

#include "ocelli/boosting/multiboost/column_generation.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::baselines {

struct BoundedLbfgsOptions {
  /// Stops when a step lowers the objective by less than this share, the default of the usual L-BFGS-B code.
  double tolerance = 2.2e-9;
  int evaluations = 10'000;  ///< maximum number, of the objective

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("solver-tolerance", self.tolerance, "relative decrease of the objective at which the solver stops",
          option::above(0).below(1));
    visit("evaluations", self.evaluations, "maximum number of evaluations of the objective per round",
          option::from(1));
  }
};

/// Minimizes the master problem over all its weights, starting from their current values, with NLopt's
/// bound-constrained L-BFGS. On return, mu matches the weights. Returns the number of evaluations.
/// Cost    per evaluation: two operations per sample and weight, an exponential per sample and class.
/// Source  multiboost-cw section 3.1, which solves it with L-BFGS-B.
int minimize_bounded(const MasterProblem& problem, const BoundedLbfgsOptions& options,
                     std::span<ColumnWeight> weights, PairWeights& mu);

/// minimize_bounded() as a solver of master problems.
/// Requires  valid options.
MasterSolver bounded_lbfgs_solver(const BoundedLbfgsOptions& options);

}  // namespace ocelli::internal::baselines
