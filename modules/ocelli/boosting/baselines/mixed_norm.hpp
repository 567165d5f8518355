#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/baselines/weighted_groups.hpp"
#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/pools/pool_labels.hpp"

namespace ocelli::baselines {

struct MixedNormOptions {
  std::size_t features = 100;  ///< the path ends with the first point that has so many
  std::size_t points = 100;    ///< or with this many points
  double ratio = 0.9;          ///< of a lambda to the one before
  double least_lambda = 1e-4;  ///< the last lambda, as a share of the first
  /// A point is done when its objective is above the minimum by less than this share of itself.
  double tolerance = 1e-3;
  int max_steps = 2000;  ///< of the solver, each time that it is given columns

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("max-features", self.features, "number of features at which the path ends");
    visit("points", self.points, "maximum number of penalty strengths to try");
    visit("ratio", self.ratio, "ratio of successive strengths, below 1");
    visit("least-lambda", self.least_lambda, "the last strength as a share of the first");
    visit("tolerance", self.tolerance, "relative tolerance on the objective");
    visit("max-steps", self.max_steps, "maximum number of steps of the solver");
  }
};

/// The classifier that is best at one strength of the penalty.
struct MixedNormPoint {
  double lambda = 0;
  double objective = 0;            ///< loss and penalty
  double gap = 0;                  ///< how far above the minimum the objective may be, at most
  WeightedGroups classifier = {};  ///< of the groups with weights, in the order in which they got them
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;
  int steps = 0;  ///< of the solver

  std::size_t features() const { return classifier.groups.size(); }
};

/// argmin_v |v - x|^2 / 2 + strength max_i |v_i|, in place: x without its projection on the L1 ball of this radius.
/// Cost  a sort.
/// Source  Duchi and Singer, Boosting with structural sparsity, 2009.
void shrink_maximum(std::span<double> x, double strength);

/// The strongest penalty that matters: at this lambda and above no group has weights. The point's constants fit
/// how often the classes come.
MixedNormPoint strongest_penalty(const ColumnPool& pool, const PoolLabels& labels,
                                 const MixedNormOptions& options);

/// Minimises, over the weights W of all the pool's columns and the constant,
///   L(W) + lambda sum_J max_{c, j in J} |W_cj|
/// where L is the softmax loss (shareboost eq. 3), J the pool's groups, and the constant is free: the L-infinity/L1
/// norm of shareboost eq. 5 where groups are single columns. Starts `from` another point, best one of the next larger
/// lambda.
///
/// Groups outside an active set have no weights. That is right where the L1 norm of their gradient, the dual of the
/// maximum, is at most lambda; pool.leaders() finds those where it is not, and they join until there are none. Within the
/// set: accelerated proximal gradient (FISTA) with a searched step length and, for each group, a unit of its own.
///
/// Throws    Error(Kind::training) for labels that do not fit the pool.
/// Ensures   the same for any number of threads.
/// Cost      pool.leaders() a few times; two evaluations of the loss over the active columns a step.
MixedNormPoint mixed_norm(const ColumnPool& pool, const PoolLabels& labels, double lambda,
                          const MixedNormPoint& from, const MixedNormOptions& options);

/// Where a path stands: a round is a point.
struct MixedNormState {
  std::vector<MixedNormPoint> rounds;
};

/// Called after each point.
using MixedNormWatcher = std::function<void(const MixedNormState&)>;

/// The regularisation path: points at falling lambdas, from strongest_penalty() on, until one of the ends that the
/// options name.
///
/// Goes on from `state`, which may come from an earlier run with the same pool, labels and options, to the same end,
/// bit for bit.
/// Throws  Error(Kind::cancelled) when `stop` is requested.
MixedNormState mixed_norm_path(const ColumnPool& pool, const PoolLabels& labels,
                               const MixedNormOptions& options, MixedNormState state = {},
                               const MixedNormWatcher& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::baselines
