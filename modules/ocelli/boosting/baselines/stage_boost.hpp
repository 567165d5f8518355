#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "ocelli/boosting/stumps/stump_search.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"

namespace ocelli::baselines {

struct StageBoostOptions {
  std::size_t rounds = 500;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "maximum number of boosting rounds");
  }
};

/// A boosting that adds votes stage by stage and never looks back: what differs between AdaBoost's children.
class StageRule {
 public:
  StageRule() = default;
  StageRule(const StageRule&) = delete;
  StageRule& operator=(const StageRule&) = delete;
  virtual ~StageRule() = default;

  /// Numbers that a sample's votes add up to.
  virtual std::size_t targets() const = 0;
  /// The mean loss of the samples learnt from, which the votes of each stage lower.
  virtual double loss(const StumpSamples& samples, const ScoreTable& sums) const = 0;
  /// The votes of one stage; none when no stump is of use.
  virtual std::vector<StumpVote> votes(const StumpSamples& samples, const SortedInputs& inputs,
                                       const ScoreTable& sums, std::size_t round) const = 0;
  /// What the sums say of each class.
  virtual ScoreTable scores(const ScoreTable& sums) const { return sums; }
};

/// Boosts stage by stage from where `state` stands, to the same end, bit for bit, as if it had never stopped.
/// Throws  Error(Kind::training) for labels that do not fit, Error(Kind::cancelled) on `stop`.
StumpBoostState boost_by_stages(const StumpSamples& samples, const StageRule& rule,
                                const StageBoostOptions& options, StumpBoostState state,
                                const StumpBoostWatcher& watch, std::stop_token stop);

/// AdaBoost's weights of samples for targets with right answers +1 or -1: answer * exp(-answer * sum), where
/// right(label, target) is the answer.
template <class Right>
TargetWeights exponential_weights(const StumpSamples& samples, const ScoreTable& sums, Right&& right) {
  TargetWeights weights(samples.training, sums.classes());
  for (std::size_t i = 0; i < samples.training; ++i) {
    for (std::size_t l = 0; l < sums.classes(); ++l) {
      const double answer = right(samples.samples.labels[i], l);
      weights.of(i)[l] = static_cast<float>(answer * std::exp(-answer * sums.of(l)[i]));
    }
  }
  return weights;
}

/// The sum of all weights' sizes.
double total(const TargetWeights& weights);

/// A stump's edge with each target: sum of weight * answer, in double.
std::vector<double> edges(const TargetWeights& weights, std::span<const std::uint64_t> answers);

/// alpha = 1/2 log(right / wrong) of a stump whose answers are right and wrong with these weights, as AdaBoost smooths it:
/// by a share of `least` of the sum of both, so that no vote is endless.
double vote_weight(double right, double wrong, double least);

/// The same of answers for all targets whose edges with these weights add up to `edge`, smoothed by the share that one
/// weight has of all.
double vote_weight(const TargetWeights& weights, double edge);

}  // namespace ocelli::baselines
