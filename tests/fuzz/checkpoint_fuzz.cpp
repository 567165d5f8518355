// Training checkpoints from bytes that nobody checked before: refused by one Error, or fit to be saved again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "ocelli/model_io/payload.hpp"

namespace {

/// A checkpoint, from behind the checksum, which nothing that is made up would pass.
bool parses(const ocelli::internal::format::Bytes& payload) {
  try {
    ocelli::internal::format::parse_checkpoint(payload);
    return true;
  } catch (const ocelli::Error&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const ocelli::internal::format::Bytes payload(bytes.begin(), bytes.end());
  if (!parses(payload)) return 0;
  const ocelli::internal::TrainingState state = ocelli::internal::format::parse_checkpoint(payload);
  if (ocelli::internal::load_checkpoint(serialize(state), "again") != state) std::abort();
  return 0;
}
