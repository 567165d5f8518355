#include "ocelli/boosting/baselines/one_against_rest_codec.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/boosting/shareboost/share_boost_codec.hpp"
#include "ocelli/boosting/shareboost/weight_codec.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::format {
namespace {

using baselines::OneAgainstRestRound;

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

flatbuffers::Offset<schema::OneAgainstRestCheckpoint> CheckpointCodec<baselines::OneAgainstRestState>::write(
    flatbuffers::FlatBufferBuilder& builder, const OneAgainstRestCheckpoint& checkpoint) {
  const baselines::OneAgainstRestState& state = checkpoint.state;
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
  return schema::CreateOneAgainstRestCheckpoint(builder, checkpoint.fingerprint, rounds, path_rounds,
                                                path_ends, path_weights, weight_ends, state.best_round,
                                                best_groups, best_weights);
}

OneAgainstRestCheckpoint CheckpointCodec<baselines::OneAgainstRestState>::read(const Table& packed) {
  OneAgainstRestCheckpoint checkpoint{packed.fingerprint(), {}};
  baselines::OneAgainstRestState& state = checkpoint.state;
  state.rounds = unpack_each(*packed.rounds(), unpack_round);
  require(packed.best_round() < state.rounds.size(), Kind::model, "its best round is out of range");
  state.best_round = packed.best_round();
  std::size_t width = 0;
  state.classes = unpack_classes(packed, width);
  state.best.groups = unpack(*packed.best_groups());
  state.best.weights =
      weights_of(unpack(*packed.best_weights()), state.classes.size(), state.best.groups.size(), width);
  return checkpoint;
}

}  // namespace ocelli::format
