#include "ocelli/core/random.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ull;

std::uint64_t finalize(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t hash(std::uint64_t seed, std::initializer_list<std::uint64_t> keys) {
  std::uint64_t value = finalize(seed + kGolden);
  for (const std::uint64_t key : keys) value = finalize((value ^ key) + kGolden);
  return value;
}

std::uint64_t Random::bits() { return finalize(state_ += kGolden); }

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

std::uint64_t Random::below(std::uint64_t count) {
  // 2^64 mod count: values below it would favor small results.
  const std::uint64_t excess = (0 - count) % count;
  std::uint64_t value = bits();
  while (value < excess) value = bits();
  return value % count;
}

double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::vector<std::uint32_t> permutation(std::uint32_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  Random random(seed);
  for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace ocelli::internal
