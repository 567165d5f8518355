#pragma once

#include <Eigen/Core>

#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// Stopping criteria of a convex step.
struct MinimizerOptions {
  /// Stops when the decrease predicted by the local quadratic model is below this share of the objective, or
  /// of 0.01 if the objective is smaller: with separable classes it has no minimum.
  double tolerance = 1e-3;
  int max_steps = 100;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("tolerance", self.tolerance, "relative tolerance of the convex solver on the objective",
          option::above(0).below(1).fixed());
    visit("max-steps", self.max_steps, "maximum number of steps of the convex solver per round",
          option::from(1).fixed());
  }
};

/// The result of a convex step.
struct Minimum {
  ClassWeights weights;
  double objective = 0;
  int evaluations = 0;
};

/// Minimizes the objective from `start` by limited-memory BFGS. Its initial Hessian is the curvature at the
/// start, shared by all classes. With more than 512 columns, only the curvature within blocks of 64 neighbors
/// is used. The objective never rises.
/// Cost  one evaluation per step, rarely more; one curvature and its Cholesky factors.
Minimum minimize(const SoftmaxObjective& objective, const ClassWeights& start,
                 const MinimizerOptions& options);

/// The same with Nesterov's accelerated gradient method, as in the paper, for comparison. It searches the
/// step length and restarts the momentum when the objective would rise. Stops when a step lowers the
/// objective by less than a tenth of the tolerance.
Minimum minimize_accelerated(const SoftmaxObjective& objective, const ClassWeights& start,
                             const MinimizerOptions& options);

}  // namespace ocelli::internal
