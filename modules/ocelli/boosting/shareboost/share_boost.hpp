#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/shareboost/greedy_rules.hpp"
#include "ocelli/boosting/shareboost/minimizer.hpp"
#include "ocelli/boosting/shareboost/regularizer.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

struct ShareBoostOptions {
  std::optional<std::size_t> rounds = 100;  ///< must be set; trainings derive it by resolve_rounds()
  GreedyRule rule = GreedyRule::gradient;
  /// The number of groups with the largest gradients that the rules of section 3.1 compare.
  std::size_t shortlist = 32;
  /// Groups added per round, as a share of those chosen so far, at least one. Empty: one per round, as in the
  /// paper.
  std::optional<double> growth = {};
  /// Early stopping: stops after this many rounds without fewer validation errors. Empty: never.
  std::optional<std::size_t> patience = {};
  Regularizer regularizer = {};
  MinimizerOptions minimizer = {};

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "groups of features to choose (auto: depends on their kind)",
          option::from(1).to(100'000).may_change().basic().or_auto(0));
    visit("shortlist", self.shortlist, "groups that the slower rules compare", option::from(1).fixed());
    visit("patience", self.patience, "stop early after this many rounds without fewer validation errors",
          option::from(1).in("rounds").may_change().or_none(0));
    Regularizer::describe(self.regularizer, visit);
    MinimizerOptions::describe(self.minimizer, visit);
  }
};

/// The result of one round. All rounds together trace accuracy against number of features. Groups that are
/// added together (ShareBoostOptions::growth) have one round each, with the same figures.
struct ShareBoostRound {
  std::uint64_t group = 0;
  double objective = 0;  ///< after the convex step
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;
  int evaluations = 0;  ///< of the objective, in the convex step

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("feature", self.group);
    visit("objective", self.objective);
    visit("training_errors", self.training_errors);
    visit("validation_errors", self.validation_errors);
    visit("evaluations", self.evaluations);
  }

  friend bool operator==(const ShareBoostRound&, const ShareBoostRound&) = default;
};

/// The state of a training: everything needed to resume it exactly.
struct ShareBoostState {
  static constexpr std::string_view kLearner = "ShareBoost";

  std::vector<ShareBoostRound> rounds;
  /// Of the columns chosen so far, in order, and the constant.
  ClassWeights weights;
  /// Of the round with the fewest validation errors; of the last round without validation.
  ClassWeights best_weights;
  std::size_t best_round = 0;

  std::vector<std::uint64_t> groups() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds);
    visit("weights", self.weights);
    visit("best_weights", self.best_weights);
    visit("best_round", self.best_round);
  }
  /// Throws  Error(Kind::model) for a state that no training could have.
  void check() const;
};

/// `width` is the number of columns per group. If it is 0 (not known yet), this function sets it.
/// Throws  Error(Kind::model) unless the weights are finite and match the classes, the number of groups and a
/// constant.
void check_weights(const ClassWeights& weights, std::size_t classes, std::size_t groups, std::size_t& width);
/// Throws  Error(Kind::model) for an objective that is not finite.
void check_rounds(std::span<const ShareBoostRound> rounds);

/// Throws  Error(Kind::training) unless a training with this pool, these classes and these samples could have
/// reached the state.
void require_fit(const ShareBoostState& state, const ColumnPool& pool, std::size_t classes);

/// Called after each fit of the weights.
using ShareBoostWatcher = std::function<void(const ShareBoostState&)>;

/// ShareBoost: selects groups of columns one by one with the greedy rule. After each, it refits the weights
/// of all selected columns, starting from their current values. With options.growth, it adds several groups
/// with the largest gradients at a time, so thousands of groups take only a few fits. A linear classifier of
/// all columns then costs about 1 + 1 / growth fits of all of them.
///
/// Resumes from `state`, which may come from an earlier run with the same pool, labels and options, with a
/// bit-identical result. The objective never rises from round to round. Stops early when no remaining group
/// has a gradient, or by options.patience.
/// Throws  Error(Kind::training) for labels or a state that do not fit the pool, Error(Kind::canceled) on
/// `stop`.
/// Cost    per round, pool.leaders() and a convex step over the chosen columns.
/// Source  shareboost algorithm 1 and section 3.
ShareBoostState share_boost(const ColumnPool& pool, const PoolLabels& labels,
                            const ShareBoostOptions& options, ShareBoostState state = {},
                            const ShareBoostWatcher& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
