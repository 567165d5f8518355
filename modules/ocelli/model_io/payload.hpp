#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ocelli::internal {

/// Larger model files are rejected before they are read. (A face model has less than 1 MiB.)
constexpr std::uint64_t kMaxModelBytes = std::uint64_t{64} << 20;

/// Larger checkpoint files are rejected before they are read. (A negative window takes 16 bytes, a verifier's
/// window 32.)
constexpr std::uint64_t kMaxCheckpointBytes = std::uint64_t{1} << 30;

}  // namespace ocelli::internal

/// Internal to the model file; not part of the module's interface. A file is a payload (the FlatBuffer) and a
/// checksum. The fuzzers bypass the checksum, which would stop them.
namespace ocelli::internal::format {

/// A vector, because its memory has the alignment that FlatBuffers needs.
using Bytes = std::vector<std::byte>;

/// The payload with its checksum at the end.
Bytes seal(Bytes payload);

/// The payload of a file with a valid size, identifier and checksum. Throws Error(Kind::model) otherwise.
Bytes unseal(Bytes file);

}  // namespace ocelli::internal::format
