#include "ocelli/baselines/one_against_rest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ocelli/boosting/shareboost/best_round.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

std::vector<std::uint16_t> own_or_other(std::span<const std::uint16_t> labels, std::size_t own) {
  std::vector<std::uint16_t> two(labels.size());
  std::ranges::transform(labels, two.begin(), [own](std::uint16_t label) { return label == own ? 1 : 0; });
  return two;
}

/// Adds one group, if any helps. The errors of a single class do not determine when to stop.
void grow(ShareBoostState& state, const ColumnPool& pool, const PoolLabels& labels, ShareBoostOptions options,
          std::size_t round, const std::stop_token& stop) {
  options.patience.reset();
  options.rounds = round;
  state = share_boost(pool, labels, options, std::move(state), {}, stop);
  state.best_round = 0;
  state.best_weights.resize(0, 0);
}

std::vector<std::uint64_t> all_groups(std::span<const ShareBoostState> classes) {
  std::vector<std::uint64_t> all;
  for (const ShareBoostState& state : classes) {
    for (const ShareBoostRound& round : state.rounds) all.push_back(round.group);
  }
  return all;
}

void require_fit(const OneAgainstRestState& state, const ColumnPool& pool, std::size_t classes) {
  require_of_state(state.classes.size() == classes && state.best_round < state.rounds.size(),
                   "it has other classes, or its best round is out of range");
  for (const ShareBoostState& own : state.classes) {
    require_of_state(own.rounds.size() <= state.rounds.size() && own.weights.size() > 0,
                     "the path of a class is longer than the training was, or has no weights");
    ocelli::internal::require_fit(own, pool, 2);
  }
  require_fit(state.best, pool, classes);
}

OneAgainstRestRound measured(const ColumnPool& pool, const PoolLabels& labels,
                             const WeightedGroups& classifier, std::size_t features) {
  const ClassTable scores = scores_of(pool, classifier);
  return {features, classifier.groups.size(), count_errors(scores, labels.labels, 0, labels.training),
          count_errors(scores, labels.labels, labels.training, pool.samples())};
}

}  // namespace

WeightedGroups merged(std::span<const ShareBoostState> classes, std::size_t width) {
  WeightedGroups whole{all_groups(classes), {}};
  std::ranges::sort(whole.groups);
  whole.groups.erase(std::unique(whole.groups.begin(), whole.groups.end()), whole.groups.end());

  const auto step = static_cast<Eigen::Index>(width);
  const auto columns = static_cast<Eigen::Index>(whole.groups.size()) * step;
  whole.weights = ClassWeights::Zero(static_cast<Eigen::Index>(classes.size()), columns + 1);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const ShareBoostState& own = classes[c];
    auto row = whole.weights.row(static_cast<Eigen::Index>(c));
    const Eigen::RowVectorXd preference = own.weights.row(1) - own.weights.row(0);
    for (std::size_t r = 0; r < own.rounds.size(); ++r) {
      const auto place = std::ranges::lower_bound(whole.groups, own.rounds[r].group) - whole.groups.begin();
      row.segment(place * step, step) = preference.segment(static_cast<Eigen::Index>(r) * step, step);
    }
    row[columns] = preference[preference.size() - 1];
  }
  return whole;
}

OneAgainstRestState one_against_rest(const ColumnPool& pool, const PoolLabels& labels,
                                     const ShareBoostOptions& options, OneAgainstRestState state,
                                     const OneAgainstRestWatcher& watch, std::stop_token stop) {
  options.validate();
  labels.require_fit(pool.samples());
  std::vector<std::vector<std::uint16_t>> two_classes;
  for (std::size_t c = 0; c < labels.classes; ++c) two_classes.push_back(own_or_other(labels.labels, c));
  if (!state.rounds.empty()) require_fit(state, pool, labels.classes);
  state.classes.resize(labels.classes);
  while (state.rounds.size() < options.rounds.value() &&
         !out_of_patience(state.rounds, state.best_round, options.patience)) {
    const std::size_t before = all_groups(state.classes).size(), round = state.rounds.size() + 1;
    for (std::size_t c = 0; c < labels.classes; ++c) {
      grow(state.classes[c], pool, {two_classes[c], labels.training, 2, labels.weights}, options, round,
           stop);
    }
    const std::size_t features = all_groups(state.classes).size();
    if (features == before) break;

    WeightedGroups whole = merged(state.classes, pool.width());
    state.rounds.push_back(measured(pool, labels, whole, features));
    if (last_is_best(state.rounds, state.best_round, labels.training < pool.samples())) {
      state.best_round = round - 1;
      state.best = std::move(whole);
    }
    if (watch) watch(state);
  }
  return state;
}

void OneAgainstRestState::check() const {
  require(best_round < rounds.size(), Kind::model, "its best round is out of range");
  require(classes.size() >= 2, Kind::model, "does not contain paths and weights of at least two classes");
  std::size_t width = 0;
  for (const ShareBoostState& own : classes) {
    check_rounds(own.rounds);
    check_weights(own.weights, 2, own.rounds.size(), width);
  }
  check_weights(best.weights, classes.size(), best.groups.size(), width);
}

}  // namespace ocelli::internal::baselines
