#include "ocelli/baselines/stage_boost.hpp"

#include <cmath>
#include <utility>

#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/boosting/stumps/stump_outputs.hpp"
#include "ocelli/boosting/stumps/vote_kernel.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

void add(const StumpVote& vote, const SampleBits& answers, ScoreTable& sums) {
  const auto row = sums.of(vote.target);
  vote_kernel::add_votes(answers, vote.weight, row);
  if (vote.offset == 0) return;
  for (double& sum : row) sum += vote.offset;
}

/// Adds the votes in order; consecutive votes with the same answers share them.
void add(std::span<const StumpVote> votes, const StumpSamples& samples, const SortedInputs& inputs,
         ScoreTable& sums) {
  SampleBits bits;
  for (std::size_t v = 0; v < votes.size(); ++v) {
    if (v == 0 || !same_answers(votes[v - 1], votes[v])) {
      bits = answers(samples.samples, inputs.stump(votes[v].stump), votes[v].sign);
    }
    add(votes[v], bits, sums);
  }
}

}  // namespace

void StageBoostOptions::validate() const { check_options(*this); }

StumpBoostState boost_by_stages(const StumpSamples& samples, const StageRule& rule,
                                const StageBoostOptions& options, StumpBoostState state,
                                const StumpBoostWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  const SortedInputs inputs(samples.samples, samples.training);
  require_fit(state, inputs, rule.targets());
  ScoreTable sums(rule.targets(), samples.count());
  add(state.votes, samples, inputs, sums);
  if (!state.votes.empty()) {
    require_of_state(std::isfinite(rule.loss(samples, sums)), "its votes are too large");
  }
  while (state.rounds.size() < options.rounds) {
    check_canceled();
    const std::vector<StumpVote> votes = rule.votes(samples, inputs, sums, state.rounds.size());
    if (votes.empty()) break;
    add(votes, samples, inputs, sums);
    state.votes.insert(state.votes.end(), votes.begin(), votes.end());
    state.rounds.push_back(round_of(samples, rule.scores(sums), rule.loss(samples, sums)));
    if (watch) watch(state);
  }
  return state;
}

double total(const TargetWeights& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.samples(); ++i) {
    for (const float weight : weights.of(i)) sum += std::abs(weight);
  }
  return sum;
}

std::vector<double> edges(const TargetWeights& weights, std::span<const std::uint64_t> answers) {
  std::vector<double> sums(weights.targets());
  for (std::size_t i = 0; i < weights.samples(); ++i) {
    const double answer = (answers[i / 64] >> (i % 64) & 1) != 0 ? 1 : -1;
    const auto row = weights.of(i);
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += answer * row[c];
  }
  return sums;
}

double vote_weight(double right, double wrong, double min) {
  if (right + wrong == 0) return 0;
  const double smooth = min * (right + wrong);
  return 0.5 * std::log((right + smooth) / (wrong + smooth));
}

double vote_weight(const TargetWeights& weights, double edge, double samples) {
  const double all = total(weights);
  return vote_weight((all + edge) / 2, (all - edge) / 2,
                     1 / (samples * static_cast<double>(weights.targets())));
}

}  // namespace ocelli::internal::baselines
