#pragma once

#include "ocelli/boosting/baselines/one_against_rest.hpp"
#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli_generated.h"

/// Internal to the checkpoint file; not part of the module's interface.
namespace ocelli {

using OneAgainstRestCheckpoint = ClassifierCheckpoint<baselines::OneAgainstRestState>;

namespace format {

template <>
struct CheckpointCodec<baselines::OneAgainstRestState> {
  using Table = schema::OneAgainstRestCheckpoint;
  static flatbuffers::Offset<Table> write(flatbuffers::FlatBufferBuilder& builder,
                                          const OneAgainstRestCheckpoint& checkpoint);
  static OneAgainstRestCheckpoint read(const Table& packed);
};

}  // namespace format
}  // namespace ocelli
