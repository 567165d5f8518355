#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace ocelli::internal {

/// A hash of a seed and a few keys, uniform over 64 bits. It is a stateless random number: work items visited
/// in any order, by any number of threads, draw the same values. (SplitMix64 finalizer, folded over the
/// keys.)
std::uint64_t hash(std::uint64_t seed, std::initializer_list<std::uint64_t> keys);

/// Seeded random numbers that are the same on every machine and standard library (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();
  /// Uniform in [0, 1).
  double uniform();
  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in 0 .. count - 1, without bias. Requires count > 0.
  std::uint64_t below(std::uint64_t count);
  /// Standard normal.
  double normal();

 private:
  std::uint64_t state_;
};

/// The numbers 0 .. count - 1 in a seeded random order.
std::vector<std::uint32_t> permutation(std::uint32_t count, std::uint64_t seed);

}  // namespace ocelli::internal
