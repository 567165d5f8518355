#include <algorithm>
#include <cmath>

#include "ocelli/core/error.hpp"
#include "ocelli/model_io/checkpoint_schema.hpp"
#include "ocelli/model_io/vector_schema.hpp"

namespace ocelli::format {
namespace {

std::span<const double> numbers(const ClassWeights& weights) {
  return {weights.data(), static_cast<std::size_t>(weights.size())};
}

/// Rows of numbers, a constant behind the columns of `rounds` groups of equal width.
ClassWeights unpack_weights(const flatbuffers::Vector<double>& packed, std::size_t classes,
                            std::size_t rounds) {
  const std::vector<double> values = unpack(packed);
  require(
      values.size() % classes == 0 && values.size() > classes && (values.size() / classes - 1) % rounds == 0,
      Kind::model, "its weights are not one for each class and column and a constant");
  require(std::ranges::all_of(values, [](double w) { return std::isfinite(w); }), Kind::model,
          "a weight is not finite");
  return Eigen::Map<const ClassWeights>(values.data(), static_cast<Eigen::Index>(classes),
                                        static_cast<Eigen::Index>(values.size() / classes));
}

schema::ShareBoostRound pack_round(const ShareBoostRound& r) {
  return {r.group, r.objective, r.training_errors, r.validation_errors,
          static_cast<std::uint32_t>(r.evaluations)};
}

ShareBoostRound unpack_round(const schema::ShareBoostRound& r) {
  return {r.group(), r.objective(), r.training_errors(), r.validation_errors(),
          static_cast<int>(r.evaluations())};
}

}  // namespace

flatbuffers::Offset<schema::ShareBoostCheckpoint> pack(flatbuffers::FlatBufferBuilder& builder,
                                                       const ShareBoostCheckpoint& checkpoint) {
  const ShareBoostState& state = checkpoint.state;
  const auto rounds = builder.CreateVectorOfStructs(pack_each(state.rounds, pack_round));
  const auto weights = builder.CreateVector(state.weights.data(), numbers(state.weights).size());
  const auto best_weights =
      builder.CreateVector(state.best_weights.data(), numbers(state.best_weights).size());
  return schema::CreateShareBoostCheckpoint(builder, checkpoint.fingerprint,
                                            static_cast<std::uint32_t>(state.weights.rows()), rounds, weights,
                                            best_weights, state.best_round);
}

ShareBoostCheckpoint unpack(const schema::ShareBoostCheckpoint& packed) {
  require(packed.classes() >= 2 && packed.rounds()->size() > 0, Kind::model,
          "holds no round or fewer than two classes");
  ShareBoostCheckpoint checkpoint{packed.fingerprint(), {}};
  ShareBoostState& state = checkpoint.state;
  state.rounds = unpack_each(*packed.rounds(), unpack_round);
  require(packed.best_round() < state.rounds.size(), Kind::model, "its best round is none of its rounds");
  state.best_round = packed.best_round();
  state.weights = unpack_weights(*packed.weights(), packed.classes(), state.rounds.size());
  state.best_weights = unpack_weights(*packed.best_weights(), packed.classes(), state.best_round + 1);
  return checkpoint;
}

}  // namespace ocelli::format
