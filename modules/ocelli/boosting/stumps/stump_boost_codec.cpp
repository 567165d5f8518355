#include "ocelli/boosting/stumps/stump_boost_codec.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/error.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::format {
namespace {

schema::StumpVote pack_vote(const StumpVote& v) { return {v.stump, v.weight, v.offset, v.sign, v.target}; }

StumpVote unpack_vote(const schema::StumpVote& v) {
  return {v.stump(), v.sign(), v.target(), v.weight(), v.offset()};
}

schema::StumpRound pack_round(const StumpRound& r) {
  return {r.objective, r.training_errors, r.validation_errors};
}

StumpRound unpack_round(const schema::StumpRound& r) {
  return {r.objective(), r.training_errors(), r.validation_errors()};
}

bool is_sound(const StumpVote& vote) {
  return (vote.sign == 1 || vote.sign == -1) && std::isfinite(vote.weight) && std::isfinite(vote.offset);
}

}  // namespace

flatbuffers::Offset<schema::StumpBoostCheckpoint> CheckpointCodec<StumpBoostState>::write(
    flatbuffers::FlatBufferBuilder& builder, const StumpBoostCheckpoint& checkpoint) {
  const auto rounds = builder.CreateVectorOfStructs(pack_each(checkpoint.state.rounds, pack_round));
  const auto votes = builder.CreateVectorOfStructs(pack_each(checkpoint.state.votes, pack_vote));
  return schema::CreateStumpBoostCheckpoint(builder, checkpoint.fingerprint, rounds, votes);
}

StumpBoostCheckpoint CheckpointCodec<StumpBoostState>::read(const Table& packed) {
  StumpBoostCheckpoint checkpoint{packed.fingerprint(), {}};
  checkpoint.state.rounds = unpack_each(*packed.rounds(), unpack_round);
  checkpoint.state.votes = unpack_each(*packed.votes(), unpack_vote);
  require(!checkpoint.state.rounds.empty() && !checkpoint.state.votes.empty(), Kind::model,
          "holds no round or no vote");
  require(std::ranges::all_of(checkpoint.state.votes, is_sound), Kind::model,
          "a vote has no sign, or a weight that is not finite");
  require(std::ranges::all_of(checkpoint.state.rounds,
                              [](const StumpRound& round) { return std::isfinite(round.objective); }),
          Kind::model, "the objective of a round is not finite");
  return checkpoint;
}

}  // namespace ocelli::format
