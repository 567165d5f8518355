#include "ocelli/boosting/shareboost/share_boost_codec.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/boosting/shareboost/weight_codec.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace format {

schema::ShareBoostRound pack_greedy_round(const ShareBoostRound& r) {
  return {r.group, r.objective, r.training_errors, r.validation_errors,
          static_cast<std::uint32_t>(r.evaluations)};
}

ShareBoostRound unpack_greedy_round(const schema::ShareBoostRound& r) {
  return {r.group(), r.objective(), r.training_errors(), r.validation_errors(),
          static_cast<int>(r.evaluations())};
}

bool has_finite_objective(const ShareBoostRound& round) { return std::isfinite(round.objective); }

}  // namespace format

using namespace format;

std::vector<std::byte> to_payload(const ShareBoostCheckpoint& checkpoint) {
  flatbuffers::FlatBufferBuilder builder;
  const ShareBoostState& state = checkpoint.state;
  const auto rounds = builder.CreateVectorOfStructs(pack_each(state.rounds, pack_greedy_round));
  const auto weights = builder.CreateVector(numbers(state.weights));
  const auto best_weights = builder.CreateVector(numbers(state.best_weights));
  return payload_of(
      builder, schema::CreateShareBoostCheckpoint(builder, checkpoint.fingerprint,
                                                  static_cast<std::uint32_t>(state.weights.rows()), rounds,
                                                  weights, best_weights, state.best_round));
}

void from_payload(const std::vector<std::byte>& payload, ShareBoostCheckpoint& checkpoint) {
  const auto& packed = content<schema::ShareBoostCheckpoint>(payload);
  require(packed.classes() >= 2 && packed.rounds()->size() > 0, Kind::model,
          "contains no round or fewer than two classes");
  checkpoint.fingerprint = packed.fingerprint();
  ShareBoostState& state = checkpoint.state;
  state.rounds = unpack_each(*packed.rounds(), unpack_greedy_round);
  require(std::ranges::all_of(state.rounds, has_finite_objective), Kind::model,
          "the objective of a round is not finite");
  require(packed.best_round() < state.rounds.size(), Kind::model, "its best round is out of range");
  state.best_round = packed.best_round();
  std::size_t width = 0;
  state.weights = weights_of(unpack(*packed.weights()), packed.classes(), state.rounds.size(), width);
  state.best_weights =
      weights_of(unpack(*packed.best_weights()), packed.classes(), state.best_round + 1, width);
}

}  // namespace ocelli::internal
