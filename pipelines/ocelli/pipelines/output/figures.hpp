#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

/// Formatting of numbers in results.
namespace ocelli::internal {

/// Rounds to 1 / steps_of_one; never returns negative zero.
inline double rounded(double value, double steps_of_one) {
  return std::round(value * steps_of_one) / steps_of_one + 0.0;
}

/// Formats with this many decimals, independent of the locale; 0 for NaN and huge values.
inline std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  const double shown = rounded(std::isfinite(value) ? value : 0, std::pow(10, digits));
  const auto [end, failure] =
      std::to_chars(text.data(), text.data() + text.size(), shown, std::chars_format::fixed, digits);
  return failure == std::errc{} ? std::string(text.data(), end) : "0";
}

}  // namespace ocelli::internal
