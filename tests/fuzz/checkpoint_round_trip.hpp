#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/model_io/payload.hpp"

namespace ocelli::internal::test {

/// A checkpoint from bytes that nobody checked before: refused by one Error, or fit to be saved again. Enters
/// behind the checksum, which nothing that is made up would pass.
template <class State>
void read_and_save_again(std::span<const std::uint8_t> data) {
  const auto bytes = std::as_bytes(data);
  ClassifierCheckpoint<State> checkpoint;
  try {
    checkpoint = format::parse_classifier_checkpoint<State>({bytes.begin(), bytes.end()});
  } catch (const Error&) {
    return;
  }
  const auto saved = serialize(checkpoint);
  if (serialize(load_classifier_checkpoint<State>(saved, "again")) != saved) std::abort();
}

}  // namespace ocelli::internal::test
