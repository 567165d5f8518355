#pragma once

#include <Eigen/Core>

#include "ocelli/boosting/shareboost/softmax_objective.hpp"

namespace ocelli {

/// When a convex step is done.
struct MinimiserOptions {
  /// Done when the decrease that the local quadratic model promises is below this share of the objective, or of
  /// 0.01 where the objective is less: where classes can be separated it has no minimum.
  double tolerance = 1e-3;
  int max_steps = 100;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("tolerance", self.tolerance, "relative tolerance on the objective in the convex step");
    visit("max-steps", self.max_steps, "maximum number of steps of the convex solver per round");
  }
};

/// Where a convex step ended.
struct Minimum {
  ClassWeights weights;
  double objective = 0;
  int evaluations = 0;
};

/// Minimises the objective from `start`: limited-memory BFGS whose first Hessian is the curvature at the start,
/// shared by all classes. Of more than 512 columns, only the curvature within blocks of 64 neighbours is looked at.
/// The objective never rises.
/// Cost  one evaluation a step, seldom more; one curvature and its Cholesky factors.
Minimum minimise(const SoftmaxObjective& objective, const ClassWeights& start,
                 const MinimiserOptions& options);

/// The same by Nesterov's accelerated gradient method, as the paper does it: for comparison. The step length is
/// searched for, and the momentum starts anew where the objective would rise.
/// Done when a step lowers the objective by less than a tenth of what the tolerance says.
Minimum minimise_accelerated(const SoftmaxObjective& objective, const ClassWeights& start,
                             const MinimiserOptions& options);

}  // namespace ocelli
