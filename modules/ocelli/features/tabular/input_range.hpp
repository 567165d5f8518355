#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/responses.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The minimum and maximum of an input in training.
struct InputRange {
  float low = 0, high = 0;

  /// The value scaled to map the range to [-1, 1] and clamped to it; 0 for a constant input.
  float scaled(float value) const {
    return low < high ? std::clamp(2 * (value - low) / (high - low) - 1, -1.0f, 1.0f) : 0.0f;
  }
  friend bool operator==(const InputRange&, const InputRange&) = default;
};

/// The range of each column.
/// Requires  at least one row.
std::vector<InputRange> input_ranges(const SampleValues& values);

/// Throws  Error(Kind::model) unless every range has finite limits in ascending order.
void require_sound(std::span<const InputRange> ranges);

/// Bytes 1 .. 255 for numbers from -1 to 1, with 128 for exactly 0: the encoding of scaled inputs, their
/// products and coordinates in balls.
inline constexpr Binning kSignedUnit{-128.5f / 127, 127};

/// kSignedUnit's byte for a number from -1 to 1, in few instructions.
inline std::uint8_t signed_unit_byte(float number) {
  return static_cast<std::uint8_t>(number * 127 + 128.5f);
}

}  // namespace ocelli::internal
