#pragma once

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli_generated.h"

/// Inside the checkpoint file; not part of the module's interface.
namespace ocelli {

using ShareBoostCheckpoint = ClassifierCheckpoint<ShareBoostState>;

namespace format {

schema::ShareBoostRound pack_greedy_round(const ShareBoostRound& round);
ShareBoostRound unpack_greedy_round(const schema::ShareBoostRound& packed);
bool has_finite_objective(const ShareBoostRound& round);

template <>
struct CheckpointCodec<ShareBoostState> {
  using Table = schema::ShareBoostCheckpoint;
  static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder& builder,
                                          const ShareBoostCheckpoint& checkpoint);
  static ShareBoostCheckpoint read(const Table& packed);
};

}  // namespace format
}  // namespace ocelli
