#pragma once

#include "ocelli/boosting/baselines/mixed_norm.hpp"
#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli_generated.h"

/// Internal to the checkpoint file; not part of the module's interface.
namespace ocelli {

using MixedNormCheckpoint = ClassifierCheckpoint<baselines::MixedNormState>;

namespace format {

template <>
struct CheckpointCodec<baselines::MixedNormState> {
  using Table = schema::MixedNormCheckpoint;
  static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder& builder,
                                          const MixedNormCheckpoint& checkpoint);
  static MixedNormCheckpoint read(const Table& packed);
};

}  // namespace format
}  // namespace ocelli
