#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/haar/responses.hpp"

namespace ocelli {

/// The least and the largest value that an input has had in training.
struct InputRange {
  float low = 0, high = 0;

  /// The value on a scale from -1 to 1, where it stays even when it lies beyond; 0 for a constant input.
  float scaled(float value) const {
    return low < high ? std::clamp(2 * (value - low) / (high - low) - 1, -1.0f, 1.0f) : 0.0f;
  }
  friend bool operator==(const InputRange&, const InputRange&) = default;
};

/// The range of each column of the values. Requires  at least one row.
std::vector<InputRange> input_ranges(const SampleValues& values);

/// Throws Error(Kind::model) unless every range is of finite numbers in order.
void require_sound(std::span<const InputRange> ranges);

/// Bytes 1 .. 255 for numbers from -1 to 1, among them 128 for exactly 0: what scaled inputs, products of
/// them and coordinates in balls are coded by.
inline constexpr Binning kSignedUnit{-128.5f / 127, 127};

/// kSignedUnit's byte of a number from -1 to 1, in few instructions.
inline std::uint8_t signed_unit_byte(float number) {
  return static_cast<std::uint8_t>(number * 127 + 128.5f);
}

}  // namespace ocelli
