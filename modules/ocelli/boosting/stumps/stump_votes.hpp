#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/boosting/cascade/score_table.hpp"
#include "ocelli/boosting/sample_weights.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/boosting/stumps/sorted_inputs.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// A stump's contribution to a score: weight * h + offset. The output h is `sign` at or above the threshold
/// and -sign below.
struct StumpVote {
  std::uint64_t stump = 0;  ///< its name in SortedInputs
  std::int32_t sign = 1;
  std::uint32_t target = 0;  ///< the score: a class, unless an algorithm defines it otherwise
  double weight = 0, offset = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("stump", self.stump);
    visit("sign", self.sign);
    visit("target", self.target);
    visit("weight", self.weight);
    visit("offset", self.offset);
  }

  friend bool operator==(const StumpVote&, const StumpVote&) = default;
};

/// Whether two votes use the same stump outputs, which then need to be computed only once.
inline bool same_answers(const StumpVote& a, const StumpVote& b) {
  return a.stump == b.stump && a.sign == b.sign;
}

/// The result of one round.
struct StumpRound {
  double objective = 0;  ///< of the algorithm
  std::size_t training_errors = 0;
  std::size_t validation_errors = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("objective", self.objective);
    visit("training_errors", self.training_errors);
    visit("validation_errors", self.validation_errors);
  }

  friend bool operator==(const StumpRound&, const StumpRound&) = default;
};

/// The state of stump boosting: everything needed to resume it exactly.
struct StumpBoostState {
  static constexpr std::string_view kLearner = "boosted stumps";

  std::vector<StumpRound> rounds;
  std::vector<StumpVote> votes;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds);
    visit("votes", self.votes);
  }
  /// Throws  Error(Kind::model) for a state that no training could have.
  void check() const;
};

/// Throws  Error(Kind::training) unless all votes are finite, vote for one of the `targets`, and use stumps
/// that these inputs have. A state from a file need not match these samples.
void require_fit(const StumpBoostState& state, const SortedInputs& inputs, std::size_t targets);

/// Called after each round.
using StumpBoostWatcher = std::function<void(const StumpBoostState&)>;

/// Votes as weights of columns that are 1 below a stump's threshold and 0 at or above it (StumpFeatures), so
/// scores are W (x, 1). Each stump with a nonzero vote occurs once.
struct StumpColumns {
  std::vector<std::uint64_t> stumps;
  ClassWeights weights;
};
StumpColumns columns_of(std::span<const StumpVote> votes, std::size_t targets);

/// Samples to train stumps on. The first `training` are for training, the others for validation.
struct StumpSamples {
  const Samples& samples;
  std::size_t training = 0;

  std::size_t count() const { return samples.count(); }
  std::size_t classes() const { return samples.classes.size(); }
  std::span<const std::uint16_t> learned() const { return std::span(samples.labels).first(training); }
  std::span<const float> learned_weights() const { return weights_of_part(samples.weights, 0, training); }
  /// The weight of a training sample.
  double weight(std::size_t i) const { return samples.weights.empty() ? 1.0 : samples.weights[i]; }
  /// The sum of the training samples' weights.
  double total_weight() const;

  /// Throws  Error(Kind::training) unless there are labels, at least one training sample, two classes, and
  /// either no weights or one per sample.
  void require_fit() const;
};

/// The round's record. It counts the samples with their highest score in a wrong class.
StumpRound round_of(const StumpSamples& samples, const ScoreTable& scores, double objective);

}  // namespace ocelli::internal
