#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ocelli::internal {

/// The state of a classifier's training, with the fingerprint of its samples and options. Each algorithm
/// declares beside its State how this part of a checkpoint file is written and read:
///
///   std::vector<std::byte> to_payload(const ClassifierCheckpoint<State>& checkpoint);
///   void from_payload(const std::vector<std::byte>& payload, ClassifierCheckpoint<State>& checkpoint);
///
/// The second throws Error(Kind::model) for a payload that is damaged, holds another State, or is
/// inconsistent. The container adds the checksum; classifier_checkpoint.hpp loads and saves the file.
template <class State>
struct ClassifierCheckpoint {
  std::uint64_t fingerprint = 0;
  State state;
};

}  // namespace ocelli::internal
