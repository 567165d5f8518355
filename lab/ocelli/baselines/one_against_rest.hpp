#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "ocelli/baselines/weighted_groups.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"

namespace ocelli::internal::baselines {

/// The result of a round (one step of each class).
struct OneAgainstRestRound {
  std::size_t features = 0;  ///< groups over all classes; a group counts once per class that chose it
  std::size_t distinct = 0;  ///< groups that any class chose
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("features", self.features);
    visit("distinct", self.distinct);
    visit("training_errors", self.training_errors);
    visit("validation_errors", self.validation_errors);
  }

  friend bool operator==(const OneAgainstRestRound&, const OneAgainstRestRound&) = default;
};

/// The state of a training.
struct OneAgainstRestState {
  static constexpr std::string_view kLearner = "one against the rest";

  std::vector<OneAgainstRestRound> rounds;
  /// Each class's own path against all others, without best rounds.
  std::vector<ShareBoostState> classes;
  /// The round with the fewest validation errors, or the last one without validation, and its classifier.
  std::size_t best_round = 0;
  WeightedGroups best;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds);
    visit("classes", self.classes);
    visit("best_round", self.best_round);
    visit("best", self.best);
  }
  /// Throws  Error(Kind::model) for a state that no training could produce.
  void check() const;
};

/// Called after each round.
using OneAgainstRestWatcher = std::function<void(const OneAgainstRestState&)>;

/// One-vs-rest: a greedy path for each class, with the binary loss and without shared features. All paths
/// grow together, one group per round, until options.rounds, or until options.patience rounds pass without
/// fewer validation errors. A path stops growing when no group has a gradient.
///
/// Resumes from `state`, which must come from the same pool, labels and options, with the same result bit for
/// bit.
/// Throws  as share_boost().
/// Cost    per round: one of share_boost() with two classes, for each class.
/// Source  shareboost section 7.1.
OneAgainstRestState one_against_rest(const ColumnPool& pool, const PoolLabels& labels,
                                     const ShareBoostOptions& options, OneAgainstRestState state = {},
                                     const OneAgainstRestWatcher& watch = {}, std::stop_token stop = {});

/// Merges the paths of all classes into one classifier: groups ascending, each once. A class's score is the
/// margin by which its own path prefers it to the rest.
/// Requires  states over groups of `width` columns.
WeightedGroups merged(std::span<const ShareBoostState> classes, std::size_t width);

}  // namespace ocelli::internal::baselines
