#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "ocelli/baselines/weighted_groups.hpp"
#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::baselines {

struct MixedNormOptions {
  std::size_t features = 100;      ///< the path ends at the first point with this many
  std::size_t points = 100;        ///< or with this many points
  double ratio = 0.9;              ///< of each lambda to the previous one
  double min_lambda_ratio = 1e-4;  ///< the last lambda, as a share of the first
  /// A point is finished when its objective exceeds the minimum by less than this share of itself.
  double tolerance = 1e-3;
  int max_steps = 2000;  ///< of the solver, for each set of columns

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("max-features", self.features, "number of features at which the path ends",
          option::from(1).to(100'000).may_change());
    visit("points", self.points, "maximum number of penalty strengths to try",
          option::from(1).to(100'000).may_change());
    visit("ratio", self.ratio, "ratio of successive strengths, below 1", option::above(0).below(1));
    visit("min-lambda-ratio", self.min_lambda_ratio, "last penalty strength as a share of the first",
          option::above(0).to(1).may_change());
    visit("tolerance", self.tolerance, "relative tolerance on the objective", option::above(0).below(1));
    visit("max-steps", self.max_steps, "maximum number of steps of the solver", option::from(1));
  }
};

/// The optimal classifier at one strength of the penalty.
struct MixedNormPoint {
  double lambda = 0;
  double objective = 0;  ///< loss plus penalty
  double gap = 0;        ///< upper bound on the distance to the minimum
  /// Of the groups with nonzero weights, in the order in which they became nonzero.
  WeightedGroups classifier = {};
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;
  int steps = 0;  ///< of the solver

  std::size_t features() const { return classifier.groups.size(); }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("lambda", self.lambda);
    visit("objective", self.objective);
    visit("gap", self.gap);
    visit("classifier", self.classifier);
    visit("training_errors", self.training_errors);
    visit("validation_errors", self.validation_errors);
    visit("steps", self.steps);
  }

  /// For the log.
  template <class Visit>
  void figures(Visit&& visit) const {
    visit("lambda", lambda);
    visit("features", features());
    visit("objective", objective);
    visit("gap", gap);
    visit("training_errors", training_errors);
    visit("validation_errors", validation_errors);
    visit("steps", steps);
  }
};

/// argmin_v |v - x|^2 / 2 + strength max_i |v_i|, in place: x minus its projection onto the L1 ball of this
/// radius.
/// Cost    a sort.
/// Source  Duchi and Singer, Boosting with structural sparsity, 2009.
void shrink_maximum(std::span<double> x, double strength);

/// The largest useful lambda: from this lambda on, no group has weights. The point's constants match the
/// class frequencies.
MixedNormPoint strongest_penalty(const ColumnPool& pool, const PoolLabels& labels,
                                 const MixedNormOptions& options);

/// Minimizes, over the weights W of all the pool's columns and the constant,
///   L(W) + lambda sum_J max_{c, j in J} |W_cj|
/// where L is the softmax loss (shareboost eq. 3), J the pool's groups, and the constant is free: the
/// L-infinity/L1 norm of shareboost eq. 5 where groups are single columns. Starts `from` another point,
/// preferably that of the next larger lambda.
///
/// Groups outside an active set have zero weights. That is optimal if the L1 norm of their gradient, the dual
/// of the maximum, is at most lambda. pool.leaders() finds the violators, which join the set until there are
/// none. Within the set, accelerated proximal gradient (FISTA) runs with a step length search and one scale
/// per group.
///
/// Throws    Error(Kind::training) for labels that do not match the pool.
/// Ensures   a result that does not depend on the number of threads.
/// Cost      pool.leaders() a few times; two evaluations of the loss over the active columns per step.
MixedNormPoint mixed_norm(const ColumnPool& pool, const PoolLabels& labels, double lambda,
                          const MixedNormPoint& from, const MixedNormOptions& options);

/// The state of a path: one round per point.
struct MixedNormState {
  static constexpr std::string_view kLearner = "the mixed norm";

  std::vector<MixedNormPoint> rounds;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds);
  }
  /// Throws  Error(Kind::model) for a state that no training could produce.
  void check() const;
};

/// Called after each point.
using MixedNormWatcher = std::function<void(const MixedNormState&)>;

/// The regularization path: points at decreasing lambdas, starting at strongest_penalty(), until a stopping
/// criterion of the options is met.
///
/// Resumes from `state`, which may come from an earlier run with the same pool, labels and options, with the
/// same result bit for bit.
/// Throws  Error(Kind::canceled) when `stop` is requested.
MixedNormState mixed_norm_path(const ColumnPool& pool, const PoolLabels& labels,
                               const MixedNormOptions& options, MixedNormState state = {},
                               const MixedNormWatcher& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
