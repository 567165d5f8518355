#include "ocelli/detection/opencv/stored_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

namespace ocelli::internal {
namespace {

using Stored = std::optional<StoredNumber>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string without_case(std::string_view word) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

Stored special_number(std::string_view digits, bool is_negative) {
  const std::string word = without_case(digits);
  if (word == ".inf") return StoredNumber(is_negative ? -kInfinity : kInfinity, false);
  if (word == ".nan") return StoredNumber(std::numeric_limits<double>::quiet_NaN(), false);
  if (word == "inf" || word == "infinity" || word == "nan")
    return StoredNumber(std::numeric_limits<float>::max(), false);
  return std::nullopt;
}

/// Parses digits in the base that C would use. Returns nothing if a digit is invalid in that base.
Stored whole_number(std::string_view digits, bool is_negative) {
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  const bool is_octal = !is_hex && digits.size() > 1 && digits.starts_with('0');
  if (is_hex) digits.remove_prefix(2);
  std::int64_t value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, failure] = std::from_chars(digits.data(), last, value, is_hex ? 16 : is_octal ? 8 : 10);
  if (digits.starts_with('-') || end != last || failure != std::errc()) return std::nullopt;
  const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(is_negative ? -value : value));
  return StoredNumber(low, true);
}

/// Overflow yields infinity, underflow zero.
Stored real_number(std::string_view digits, bool is_negative) {
  double value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, failure] = std::from_chars(digits.data(), last, value);
  if (digits.starts_with('-') || end != last) return std::nullopt;
  if (failure == std::errc::result_out_of_range)
    value = digits.find_first_of("eE") != std::string_view::npos && digits.find('-') != std::string_view::npos
                ? 0
                : kInfinity;
  else if (failure != std::errc() || !std::isfinite(value))
    return std::nullopt;
  return StoredNumber(is_negative ? -value : value, false);
}

}  // namespace

int StoredNumber::whole() const {
  constexpr double kLowest = std::numeric_limits<int>::min(), kHighest = std::numeric_limits<int>::max();
  if (is_whole_) return static_cast<int>(value_);
  const double rounded = std::nearbyint(value_);
  const bool fits = rounded >= kLowest && rounded <= kHighest;
  return fits ? static_cast<int>(rounded) : std::numeric_limits<int>::min();
}

Stored stored_number(std::string_view word) {
  const bool is_negative = word.starts_with('-');
  if (is_negative || word.starts_with('+')) word.remove_prefix(1);
  if (const Stored special = special_number(word, is_negative)) return special;
  if (const Stored whole = whole_number(word, is_negative)) return whole;
  return real_number(word, is_negative);
}

}  // namespace ocelli::internal
