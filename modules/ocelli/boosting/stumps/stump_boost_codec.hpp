#pragma once

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli_generated.h"

/// Internal to the checkpoint file; not part of the module's interface.
namespace ocelli {

using StumpBoostCheckpoint = ClassifierCheckpoint<StumpBoostState>;

namespace format {

template <>
struct CheckpointCodec<StumpBoostState> {
  using Table = schema::StumpBoostCheckpoint;
  static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder& builder,
                                          const StumpBoostCheckpoint& checkpoint);
  static StumpBoostCheckpoint read(const Table& packed);
};

}  // namespace format
}  // namespace ocelli
