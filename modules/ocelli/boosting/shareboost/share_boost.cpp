#include "ocelli/boosting/shareboost/share_boost.hpp"

#include <algorithm>

#include "ocelli/boosting/shareboost/best_round.hpp"
#include "ocelli/boosting/shareboost/greedy_rules.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"

namespace ocelli {

void ShareBoostOptions::validate() const { check_options(*this); }

std::vector<std::uint64_t> ShareBoostState::groups() const {
  std::vector<std::uint64_t> chosen;
  for (const ShareBoostRound& round : rounds) chosen.push_back(round.group);
  return chosen;
}

void require_fit(const ShareBoostState& state, const ColumnPool& pool, std::size_t classes) {
  if (state.rounds.empty() && state.weights.size() == 0) return;
  require_groups(state.groups(), pool);
  require_weights(state.weights, classes, state.rounds.size(), pool);
  if (state.best_weights.size() == 0) return;
  require_of_state(state.best_round < state.rounds.size(), "its best round is out of range");
  require_weights(state.best_weights, classes, state.best_round + 1, pool);
}

ShareBoostState share_boost(const ColumnPool& pool, const PoolLabels& labels,
                            const ShareBoostOptions& options, ShareBoostState state,
                            const ShareBoostWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  labels.require_fit(pool.samples());
  require_fit(state, pool, labels.classes);
  const std::size_t width = pool.width();
  const auto training = labels.labels.first(labels.training);
  BinnedResponses columns(std::max(options.rounds, state.rounds.size()) * width, pool.samples(), 256);
  std::vector<std::uint64_t> taken = state.groups();
  for (std::size_t r = 0; r < taken.size(); ++r) pool.write(taken[r], columns, r * width);
  std::ranges::sort(taken);

  const auto objective = [&](std::size_t rounds) {
    return SoftmaxObjective(columns, rounds * width, training, labels.classes, options.regulariser, nullptr,
                            labels.learnt_weights());
  };
  if (state.weights.size() == 0) {
    state.weights = ClassWeights::Zero(static_cast<Eigen::Index>(labels.classes), 1);
  }
  ClassTable scores = objective(state.rounds.size()).scores(state.weights);
  require_finite(scores, pool.samples());
  while (state.rounds.size() < options.rounds &&
         !out_of_patience(state.rounds, state.best_round, options.patience)) {
    check_cancelled();
    const std::size_t row = state.rounds.size() * width;
    const auto choice = choose(pool, scores, labels, options.rule, options.shortlist, taken);
    if (!choice) break;

    pool.write(choice->group, columns, row);
    taken.insert(std::ranges::upper_bound(taken, choice->group), choice->group);
    const SoftmaxObjective step = objective(state.rounds.size() + 1);
    const Minimum minimum = minimise(step, widened(state.weights, width), options.minimiser);
    scores = step.scores(minimum.weights);

    state.weights = minimum.weights;
    state.rounds.push_back(
        {choice->group, minimum.objective, count_errors(scores, labels.labels, 0, labels.training),
         count_errors(scores, labels.labels, labels.training, pool.samples()), minimum.evaluations});
    if (last_is_best(state.rounds, state.best_round, labels.training < pool.samples())) {
      state.best_round = state.rounds.size() - 1;
      state.best_weights = state.weights;
    }
    if (watch) watch(state);
  }
  return state;
}

}  // namespace ocelli
