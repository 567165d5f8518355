#include "ocelli/baselines/one_against_rest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ocelli/boosting/shareboost/best_round.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/boosting/shareboost/share_boost_codec.hpp"
#include "ocelli/boosting/shareboost/weight_codec.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::baselines {
namespace {

std::vector<std::uint16_t> own_or_other(std::span<const std::uint16_t> labels, std::size_t own) {
  std::vector<std::uint16_t> two(labels.size());
  std::ranges::transform(labels, two.begin(), [own](std::uint16_t label) { return label == own ? 1 : 0; });
  return two;
}

/// One group more, if any helps. Errors of one class alone do not say when to stop.
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

// The checkpoint.
namespace {

using namespace format;

schema::OneAgainstRestRound pack_round(const OneAgainstRestRound& r) {
  return {r.features, r.distinct, r.training_errors, r.validation_errors};
}

OneAgainstRestRound unpack_round(const schema::OneAgainstRestRound& r) {
  return {r.features(), r.distinct(), r.training_errors(), r.validation_errors()};
}

std::vector<ShareBoostState> unpack_classes(const schema::OneAgainstRestCheckpoint& packed,
                                            std::size_t& width) {
  auto rounds = part_lists<ShareBoostRound>(
      {unpack_each(*packed.path_rounds(), unpack_greedy_round), unpack(*packed.path_ends())});
  const auto weights = part_lists<double>({unpack(*packed.weights()), unpack(*packed.weight_ends())});
  for (const std::vector<ShareBoostRound>& path : rounds) {
    require(std::ranges::all_of(path, has_finite_objective), Kind::model,
            "the objective of a round is not finite");
  }
  require(rounds.size() >= 2 && weights.size() == rounds.size(), Kind::model,
          "does not hold paths and weights of two classes or more");
  std::vector<ShareBoostState> classes(rounds.size());
  for (std::size_t c = 0; c < classes.size(); ++c) {
    classes[c].weights = weights_of(weights[c], 2, rounds[c].size(), width);
    classes[c].rounds = std::move(rounds[c]);
  }
  return classes;
}

}  // namespace

std::vector<std::byte> to_payload(const OneAgainstRestCheckpoint& checkpoint) {
  flatbuffers::FlatBufferBuilder builder;
  const OneAgainstRestState& state = checkpoint.state;
  const auto rounds = builder.CreateVectorOfStructs(pack_each(state.rounds, pack_round));
  const auto paths = join_lists(pack_each(state.classes, [](const auto& own) { return own.rounds; }));
  const auto weights =
      join_lists(pack_each(state.classes, [](const auto& own) { return numbers(own.weights); }));
  const auto path_rounds = builder.CreateVectorOfStructs(pack_each(paths.items, pack_greedy_round));
  const auto path_ends = builder.CreateVector(paths.ends);
  const auto path_weights = builder.CreateVector(weights.items);
  const auto weight_ends = builder.CreateVector(weights.ends);
  const auto best_groups = builder.CreateVector(state.best.groups);
  const auto best_weights = builder.CreateVector(numbers(state.best.weights));
  return payload_of(builder, schema::CreateOneAgainstRestCheckpoint(
                                 builder, checkpoint.fingerprint, rounds, path_rounds, path_ends,
                                 path_weights, weight_ends, state.best_round, best_groups, best_weights));
}

void from_payload(const std::vector<std::byte>& payload, OneAgainstRestCheckpoint& checkpoint) {
  const auto& packed = content<schema::OneAgainstRestCheckpoint>(payload);
  checkpoint.fingerprint = packed.fingerprint();
  OneAgainstRestState& state = checkpoint.state;
  state.rounds = unpack_each(*packed.rounds(), unpack_round);
  require(packed.best_round() < state.rounds.size(), Kind::model, "its best round is out of range");
  state.best_round = packed.best_round();
  std::size_t width = 0;
  state.classes = unpack_classes(packed, width);
  state.best.groups = unpack(*packed.best_groups());
  state.best.weights =
      weights_of(unpack(*packed.best_weights()), state.classes.size(), state.best.groups.size(), width);
}

}  // namespace ocelli::internal::baselines
