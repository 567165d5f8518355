#include "ocelli/core/fingerprint.hpp"

#include <algorithm>
#include <cstring>

namespace ocelli::internal {
namespace {

/// Folds a word into a state. For every state this is a bijection of the words (the finalizer of SplitMix64).
std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  std::uint64_t z = (std::rotl(state, 23) ^ word) + 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// A cheaper version, sufficient within a row because the end of the row is mixed well.
std::uint64_t lightly_mixed(std::uint64_t state, std::uint64_t word) {
  const std::uint64_t z = (state ^ word) * 0x9E3779B97F4A7C15ull;
  return z ^ (z >> 32);
}

}  // namespace

Fingerprint& Fingerprint::add_word(std::uint64_t word) {
  state_ = mixed(state_, word);
  return *this;
}

Fingerprint& Fingerprint::add_bytes(std::span<const std::byte> bytes) {
  add_word(bytes.size());
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), count);
    state_ = lightly_mixed(state_, word);
    bytes = bytes.subspan(count);
  }
  return add_word(0);
}

}  // namespace ocelli::internal
