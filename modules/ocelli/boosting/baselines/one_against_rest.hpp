#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/baselines/weighted_groups.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"

namespace ocelli::baselines {

/// What a round, a step of each class, came to.
struct OneAgainstRestRound {
  std::size_t features = 0;  ///< groups of all classes, a group as often as classes chose it
  std::size_t distinct = 0;  ///< groups that any class chose
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;

  friend bool operator==(const OneAgainstRestRound&, const OneAgainstRestRound&) = default;
};

/// Where a training stands.
struct OneAgainstRestState {
  std::vector<OneAgainstRestRound> rounds;
  /// Each class's own path, against all others; of these, no best round is kept.
  std::vector<ShareBoostState> classes;
  /// The round with the fewest validation errors, the last one without validation, and its classifier.
  std::size_t best_round = 0;
  WeightedGroups best;
};

/// Called after each round.
using OneAgainstRestWatcher = std::function<void(const OneAgainstRestState&)>;

/// Each class against all others: a greedy path of its own, with the binary loss and features that it shares with none.
/// All grow evenly, a group a round, until options.rounds, or options.patience without fewer validation errors. A path
/// in which no group has a gradient stays as it is.
///
/// Goes on from `state`, which must come from the same pool, labels and options, to the same end, bit for bit.
/// Throws  as share_boost().
/// Cost    a round: one of share_boost() with two classes, for each class.
/// Source  shareboost section 7.1.
OneAgainstRestState one_against_rest(const ColumnPool& pool, const PoolLabels& labels,
                                     const ShareBoostOptions& options, OneAgainstRestState state = {},
                                     const OneAgainstRestWatcher& watch = {}, std::stop_token stop = {});

/// All classes' paths as one classifier: groups ascending, each once. A class's score is by how much its own path
/// prefers it to the rest. Requires  states over groups of `width` columns.
WeightedGroups merged(std::span<const ShareBoostState> classes, std::size_t width);

}  // namespace ocelli::baselines
