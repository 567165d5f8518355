#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/score_table.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/boosting/stumps/sorted_inputs.hpp"
#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// What a stump adds to one of the scores: weight * h + offset, where its answer h is `sign` at or above its threshold
/// and -sign below it.
struct StumpVote {
  std::uint64_t stump = 0;  ///< its name in SortedInputs
  std::int32_t sign = 1;
  std::uint32_t target = 0;  ///< the score: a class, unless an algorithm says otherwise
  double weight = 0, offset = 0;

  friend bool operator==(const StumpVote&, const StumpVote&) = default;
};

/// Whether two votes ask for the same answers, which then need to be found only once.
inline bool same_answers(const StumpVote& a, const StumpVote& b) {
  return a.stump == b.stump && a.sign == b.sign;
}

/// One round's outcome.
struct StumpRound {
  double objective = 0;  ///< that the algorithm lowers
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;

  friend bool operator==(const StumpRound&, const StumpRound&) = default;
};

/// Where a boosting of stumps stands: all that it needs to go on as if it had never stopped.
struct StumpBoostState {
  std::vector<StumpRound> rounds;
  std::vector<StumpVote> votes;
};

/// Throws Error(Kind::training) unless all votes are finite, for one of the `targets`, and of stumps that these inputs have: a
/// state that comes from elsewhere need not be of these samples.
void require_fit(const StumpBoostState& state, const SortedInputs& inputs, std::size_t targets);

/// Called after each round.
using StumpBoostWatcher = std::function<void(const StumpBoostState&)>;

/// Votes as weights of columns that are 1 below a stump's threshold and 0 at or above it (StumpFeatures): scores are
/// W (x, 1). Each stump that has a say comes once.
struct StumpColumns {
  std::vector<std::uint64_t> stumps;
  ClassWeights weights;
};
StumpColumns columns_of(std::span<const StumpVote> votes, std::size_t targets);

/// Samples to learn stumps from: the first `training` are learnt from, the others only measured.
struct StumpSamples {
  const Samples& samples;
  std::size_t training = 0;

  std::size_t count() const { return samples.count(); }
  std::size_t classes() const { return samples.classes.size(); }
  std::span<const std::uint16_t> learnt() const { return std::span(samples.labels).first(training); }

  /// Throws Error(Kind::training) unless there are labels, some samples to learn from and two classes.
  void require_fit() const;
};

/// The round's record: how many samples have their highest score in another class than their own.
StumpRound round_of(const StumpSamples& samples, const ScoreTable& scores, double objective);

}  // namespace ocelli
