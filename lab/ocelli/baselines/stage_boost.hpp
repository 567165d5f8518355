#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/stumps/stump_search.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::baselines {

struct StageBoostOptions {
  std::size_t rounds = 500;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "maximum number of boosting rounds",
          option::from(1).to(100'000).may_change().basic());
  }
};

/// A stagewise boosting rule: what distinguishes the variants of AdaBoost.
class StageRule {
 public:
  StageRule() = default;
  StageRule(const StageRule&) = delete;
  StageRule& operator=(const StageRule&) = delete;
  virtual ~StageRule() = default;

  /// The number of scores that a sample's votes add up to.
  virtual std::size_t targets() const = 0;
  /// The weighted mean loss over the training samples, which the votes of each stage lower.
  virtual double loss(const StumpSamples& samples, const ScoreTable& sums) const = 0;
  /// The votes of one stage; none when no stump helps.
  virtual std::vector<StumpVote> votes(const StumpSamples& samples, const SortedInputs& inputs,
                                       const ScoreTable& sums, std::size_t round) const = 0;
  /// Converts vote sums to class scores.
  virtual ScoreTable scores(const ScoreTable& sums) const { return sums; }
};

/// Boosts stage by stage from `state`, with the same result bit for bit as an uninterrupted run.
/// Throws  Error(Kind::training) for labels that do not match, Error(Kind::canceled) on `stop`.
StumpBoostState boost_by_stages(const StumpSamples& samples, const StageRule& rule,
                                const StageBoostOptions& options, StumpBoostState state,
                                const StumpBoostWatcher& watch, std::stop_token stop);

/// AdaBoost's sample weights for targets with labels +1 or -1: answer * exp(-answer * sum) times the sample's
/// own weight, where right(label, target) is the answer.
template <class Right>
TargetWeights exponential_weights(const StumpSamples& samples, const ScoreTable& sums, Right&& right) {
  TargetWeights weights(samples.training, sums.classes());
  for (std::size_t i = 0; i < samples.training; ++i) {
    const double own = samples.weight(i);
    for (std::size_t l = 0; l < sums.classes(); ++l) {
      const double answer = right(samples.samples.labels[i], l);
      weights.of(i)[l] = static_cast<float>(own * answer * std::exp(-answer * sums.of(l)[i]));
    }
  }
  return weights;
}

/// The sum of the absolute weights.
double total(const TargetWeights& weights);

/// A stump's edge with each target: sum of weight * answer, in double.
std::vector<double> edges(const TargetWeights& weights, std::span<const std::uint64_t> answers);

/// alpha = 1/2 log(right / wrong) for a stump with these total weights of right and wrong outputs, smoothed
/// as in AdaBoost by a share `min` of their sum, so that no vote is infinite. 0 without weight: after many
/// rounds, weights may be too small for a float.
double vote_weight(double right, double wrong, double min);

/// The weight for answers to all targets with total edge `edge`, smoothed by the mean share that a sample of
/// weight 1 has in one target. `samples` is their total weight.
double vote_weight(const TargetWeights& weights, double edge, double samples);

}  // namespace ocelli::internal::baselines
