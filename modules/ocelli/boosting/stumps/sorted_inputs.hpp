#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/tabular/stump_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Samples sorted by each input's values: the starting point of every threshold search.
///
/// A single number identifies a stump: input << 32 | number of samples below the threshold. The threshold is
/// halfway between the two values around it.
/// Memory  4 bytes per sample and input.
/// Cost    one sort per input, in parallel.
/// Source  shareboost section 4.1.
class SortedInputs {
 public:
  struct Ranked {
    std::uint32_t sample : 31;
    std::uint32_t ends_value : 1;  ///< the next sample has a larger value, so a threshold fits between
  };

  /// Sorts the first `count` samples. Keeps a reference.
  /// Throws  Error(Kind::training) for 2^31 samples or more.
  SortedInputs(const Samples& samples, std::size_t count);

  std::size_t samples() const { return count_; }
  std::size_t inputs() const { return samples_.width(); }
  std::span<const Ranked> order(std::size_t input) const {
    return std::span(order_).subspan(input * samples(), samples());
  }

  static std::uint64_t name(std::size_t input, std::size_t below) {
    return static_cast<std::uint64_t>(input) << 32 | below;
  }
  static std::size_t input_of(std::uint64_t stump) { return stump >> 32; }
  static std::size_t below_of(std::uint64_t stump) { return stump & UINT32_MAX; }

  /// Whether the stump exists and has samples on both sides. (Between equal values, the threshold is that
  /// value.)
  bool has(std::uint64_t stump) const;

  /// Throws  Error(Kind::training) for an unknown stump: its number may come from a file.
  ThresholdStump stump(std::uint64_t name) const;
  StumpFeatures features(std::span<const std::uint64_t> stumps) const;

 private:
  const Samples& samples_;
  std::size_t count_;
  std::vector<Ranked> order_;  ///< inputs x samples, by ascending value
};

}  // namespace ocelli::internal
