#include "ocelli/boosting/stumps/stump_votes.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

void require_fit(const StumpBoostState& state, const SortedInputs& inputs, std::size_t targets) {
  const auto fits = [&](const StumpVote& vote) {
    return inputs.has(vote.stump) && vote.target < targets && (vote.sign == 1 || vote.sign == -1) &&
           std::isfinite(vote.weight) && std::isfinite(vote.offset);
  };
  require(std::ranges::all_of(state.votes, fits), Kind::training,
          "the votes to resume from do not match these samples");
}

StumpColumns columns_of(std::span<const StumpVote> votes, std::size_t targets) {
  StumpColumns columns;
  std::unordered_map<std::uint64_t, std::size_t> places;
  const auto has_say = [](const StumpVote& vote) { return vote.weight != 0 || vote.offset != 0; };
  for (const StumpVote& vote : votes) {
    if (has_say(vote) && places.try_emplace(vote.stump, places.size()).second) {
      columns.stumps.push_back(vote.stump);
    }
  }
  columns.weights =
      ClassWeights::Zero(static_cast<Eigen::Index>(targets), static_cast<Eigen::Index>(places.size() + 1));
  for (const StumpVote& vote : votes) {
    if (!has_say(vote)) continue;
    const auto row = static_cast<Eigen::Index>(vote.target);
    const double signed_weight = vote.sign * vote.weight;
    columns.weights(row, static_cast<Eigen::Index>(places.at(vote.stump))) -= 2 * signed_weight;
    columns.weights(row, columns.weights.cols() - 1) += signed_weight + vote.offset;
  }
  return columns;
}

void StumpSamples::require_fit() const {
  PoolLabels{samples.labels, training, classes(), samples.weights}.require_fit(count());
}

double StumpSamples::total_weight() const {
  return ocelli::internal::total_weight(learned_weights(), training);
}

StumpRound round_of(const StumpSamples& samples, const ScoreTable& scores, double objective) {
  ClassTable rounded(samples.classes(), samples.count());
  for (std::size_t c = 0; c < samples.classes(); ++c) {
    std::ranges::transform(scores.of(c).first(samples.count()), rounded.of(c).begin(),
                           [](double score) { return static_cast<float>(score); });
  }
  const std::span<const std::uint16_t> labels = samples.samples.labels;
  return {objective, count_errors(rounded, labels, 0, samples.training),
          count_errors(rounded, labels, samples.training, samples.count())};
}

void StumpBoostState::check() const {
  require(!rounds.empty() && !votes.empty(), Kind::model, "contains no round or no vote");
  const auto is_sound = [](const StumpVote& vote) {
    return (vote.sign == 1 || vote.sign == -1) && std::isfinite(vote.weight) && std::isfinite(vote.offset);
  };
  require(std::ranges::all_of(votes, is_sound), Kind::model,
          "a vote has no sign, or a weight that is not finite");
  const auto is_finite = [](const StumpRound& round) { return std::isfinite(round.objective); };
  require(std::ranges::all_of(rounds, is_finite), Kind::model, "the objective of a round is not finite");
}

}  // namespace ocelli::internal
