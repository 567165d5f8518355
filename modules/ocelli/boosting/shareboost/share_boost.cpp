#include "ocelli/boosting/shareboost/share_boost.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/boosting/shareboost/best_round.hpp"
#include "ocelli/boosting/shareboost/greedy_rules.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

namespace {

/// The number of groups that the next round may add.
std::size_t room_for_groups(const ShareBoostOptions& options, std::size_t chosen) {
  const double grown = options.growth.value_or(0) * static_cast<double>(chosen);
  const std::size_t left = options.rounds.value() - chosen;
  return grown < static_cast<double>(left) ? std::max<std::size_t>(static_cast<std::size_t>(grown), 1) : left;
}

/// Step 4.
std::vector<Candidate> next_groups(const ColumnPool& pool, const ClassTable& scores, const PoolLabels& labels,
                                   const ShareBoostOptions& options, std::span<const std::uint64_t> taken) {
  const std::size_t count = room_for_groups(options, taken.size());
  if (count > 1) return leading(pool, scores, labels, count, taken);
  const auto one = choose(pool, scores, labels, options.rule, options.shortlist, taken);
  return one ? std::vector{*one} : std::vector<Candidate>();
}

}  // namespace

void ShareBoostOptions::validate() const {
  check_options(*this);
  require(!growth || (std::isfinite(*growth) && *growth > 0), Kind::usage, "must be above 0", "--growth");
  require(!growth || rule == GreedyRule::gradient, Kind::usage,
          "adds several features per round, which requires --rule gradient", "--growth");
}

std::vector<std::uint64_t> ShareBoostState::groups() const {
  std::vector<std::uint64_t> chosen;
  for (const ShareBoostRound& round : rounds) chosen.push_back(round.group);
  return chosen;
}

void check_weights(const ClassWeights& weights, std::size_t classes, std::size_t groups, std::size_t& width) {
  const auto columns = static_cast<std::size_t>(weights.cols());
  if (width == 0 && groups > 0 && columns > 0) width = (columns - 1) / groups;
  const bool fits = static_cast<std::size_t>(weights.rows()) == classes && columns == groups * width + 1;
  require(fits && (groups == 0 || width > 0), Kind::model,
          "its weights do not match its classes and columns");
  require(weights.allFinite(), Kind::model, "a weight is not finite");
}

void check_rounds(std::span<const ShareBoostRound> rounds) {
  const auto is_finite = [](const ShareBoostRound& round) { return std::isfinite(round.objective); };
  require(std::ranges::all_of(rounds, is_finite), Kind::model, "the objective of a round is not finite");
}

void ShareBoostState::check() const {
  const auto classes = static_cast<std::size_t>(weights.rows());
  require(classes >= 2 && !rounds.empty(), Kind::model, "contains no round or fewer than two classes");
  check_rounds(rounds);
  require(best_round < rounds.size(), Kind::model, "its best round is out of range");
  std::size_t width = 0;
  check_weights(weights, classes, rounds.size(), width);
  check_weights(best_weights, classes, best_round + 1, width);
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
  const std::size_t rounds = options.rounds.value();
  BinnedResponses columns(std::max(rounds, state.rounds.size()) * width, pool.samples(), 256);
  std::vector<std::uint64_t> taken = state.groups();
  for (std::size_t r = 0; r < taken.size(); ++r) pool.write(taken[r], columns, r * width);
  std::ranges::sort(taken);

  const auto objective = [&](std::size_t count) {
    return SoftmaxObjective(columns, count * width, training, labels.classes, options.regularizer, nullptr,
                            labels.learned_weights());
  };
  if (state.weights.size() == 0) {
    state.weights = ClassWeights::Zero(static_cast<Eigen::Index>(labels.classes), 1);
  }
  ClassTable scores = objective(state.rounds.size()).scores(state.weights);
  require_finite(scores, pool.samples());
  while (state.rounds.size() < rounds && !out_of_patience(state.rounds, state.best_round, options.patience)) {
    check_canceled();
    const std::size_t known = state.rounds.size();
    const std::vector<Candidate> choice = next_groups(pool, scores, labels, options, taken);
    if (choice.empty()) break;

    for (std::size_t g = 0; g < choice.size(); ++g) {
      pool.write(choice[g].group, columns, (known + g) * width);
      taken.insert(std::ranges::upper_bound(taken, choice[g].group), choice[g].group);
    }
    const SoftmaxObjective step = objective(known + choice.size());
    const Minimum minimum = minimize(step, widened(state.weights, choice.size() * width), options.minimizer);
    scores = step.scores(minimum.weights);

    state.weights = minimum.weights;
    const std::size_t training_errors = count_errors(scores, labels.labels, 0, labels.training);
    const std::size_t validation_errors =
        count_errors(scores, labels.labels, labels.training, pool.samples());
    for (const Candidate& one : choice) {
      state.rounds.push_back(
          {one.group, minimum.objective, training_errors, validation_errors, minimum.evaluations});
    }
    if (last_is_best(state.rounds, state.best_round, labels.training < pool.samples())) {
      state.best_round = state.rounds.size() - 1;
      state.best_weights = state.weights;
    }
    if (watch) watch(state);
  }
  return state;
}

}  // namespace ocelli::internal
