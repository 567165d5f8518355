#pragma once

#include "ocelli/boosting/stumps/stump_outputs.hpp"
#include "ocelli/core/random.hpp"

/// Answers of stumps that need no stump.
namespace ocelli::internal::test {

inline SampleBits random_bits(std::size_t samples, Random& random) {
  SampleBits bits((samples + 63) / 64);
  for (std::size_t i = 0; i < samples; ++i) bits[i / 64] |= random.below(2) << (i % 64);
  return bits;
}

inline bool bit(std::span<const std::uint64_t> bits, std::size_t sample) {
  return (bits[sample / 64] >> (sample % 64) & 1) != 0;
}

inline double answer(std::span<const std::uint64_t> bits, std::size_t sample) {
  return bit(bits, sample) ? 1 : -1;
}

}  // namespace ocelli::internal::test
