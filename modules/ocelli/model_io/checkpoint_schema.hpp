#pragma once

#include "ocelli/model_io/classifier_checkpoint.hpp"
#include "ocelli_generated.h"

/// Inside the model file; not part of the room's interface. Checkpoints of classifiers to and from the schema. What is
/// unpacked hangs together; Error(Kind::model) is thrown where it would not.
namespace ocelli::format {

template <class State>
struct TableOfState;
template <>
struct TableOfState<ShareBoostState> {
  using Table = schema::ShareBoostCheckpoint;
};
template <>
struct TableOfState<MultiLayerState> {
  using Table = schema::MultiLayerCheckpoint;
};
template <>
struct TableOfState<StumpBoostState> {
  using Table = schema::StumpBoostCheckpoint;
};
template <>
struct TableOfState<baselines::MixedNormState> {
  using Table = schema::MixedNormCheckpoint;
};
template <>
struct TableOfState<baselines::OneAgainstRestState> {
  using Table = schema::OneAgainstRestCheckpoint;
};

/// The table that holds the checkpoint of a State.
template <class State>
using CheckpointTable = typename TableOfState<State>::Table;

schema::ShareBoostRound pack_greedy_round(const ShareBoostRound& r);
ShareBoostRound unpack_greedy_round(const schema::ShareBoostRound& r);
bool has_finite_objective(const ShareBoostRound& round);
flatbuffers::Offset<schema::ShareBoostCheckpoint> pack(flatbuffers::FlatBufferBuilder& builder,
                                                       const ShareBoostCheckpoint& checkpoint);
ShareBoostCheckpoint unpack(const schema::ShareBoostCheckpoint& packed);

flatbuffers::Offset<schema::MultiLayerCheckpoint> pack(flatbuffers::FlatBufferBuilder& builder,
                                                       const MultiLayerCheckpoint& checkpoint);
MultiLayerCheckpoint unpack(const schema::MultiLayerCheckpoint& packed);

flatbuffers::Offset<schema::StumpBoostCheckpoint> pack(flatbuffers::FlatBufferBuilder& builder,
                                                       const StumpBoostCheckpoint& checkpoint);
StumpBoostCheckpoint unpack(const schema::StumpBoostCheckpoint& packed);

flatbuffers::Offset<schema::MixedNormCheckpoint> pack(flatbuffers::FlatBufferBuilder& builder,
                                                      const MixedNormCheckpoint& checkpoint);
MixedNormCheckpoint unpack(const schema::MixedNormCheckpoint& packed);

flatbuffers::Offset<schema::OneAgainstRestCheckpoint> pack(flatbuffers::FlatBufferBuilder& builder,
                                                           const OneAgainstRestCheckpoint& checkpoint);
OneAgainstRestCheckpoint unpack(const schema::OneAgainstRestCheckpoint& packed);

}  // namespace ocelli::format
