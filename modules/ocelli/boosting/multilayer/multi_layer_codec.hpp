#pragma once

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli_generated.h"

/// Inside the checkpoint file; not part of the module's interface.
namespace ocelli {

using MultiLayerCheckpoint = ClassifierCheckpoint<MultiLayerState>;

namespace format {

template <>
struct CheckpointCodec<MultiLayerState> {
  using Table = schema::MultiLayerCheckpoint;
  static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder& builder,
                                          const MultiLayerCheckpoint& checkpoint);
  static MultiLayerCheckpoint read(const Table& packed);
};

}  // namespace format
}  // namespace ocelli
