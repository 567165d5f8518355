#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "ocelli/core/enum_words.hpp"

namespace ocelli::internal {

/// A hash of everything a computation depends on (options and data). It detects that a later computation
/// depends on something else.
///
/// The order of additions matters. Strings and arrays include their lengths, so "ab", "c" differs from "a",
/// "bc". Integers hash by value, whatever their type. +0 and -0 differ. The hash is the same on every
/// little-endian machine. Its 64 bits guard against accidents, not against forgery.
/// Cost  a few nanoseconds per number or string; arrays at 4 GB/s.
class Fingerprint {
 public:
  template <std::integral Number>
  Fingerprint& add(Number number) {
    return add_word(static_cast<std::uint64_t>(number));
  }
  Fingerprint& add(double number) { return add_word(std::bit_cast<std::uint64_t>(number)); }
  Fingerprint& add(std::string_view text) { return add_bytes(std::as_bytes(std::span(text))); }
  /// A missing number counts as 0. A value of an enumeration counts by its name.
  template <class Number>
  Fingerprint& add(const std::optional<Number>& number) {
    return add(number.value_or(Number()));
  }
  template <NamedEnum Value>
  Fingerprint& add(Value value) {
    return add(to_string(value));
  }
  /// Adds an array of numbers of one type.
  template <class Number>
  requires std::is_arithmetic_v<Number> Fingerprint& add(std::span<const Number> numbers) {
    return add_bytes(std::as_bytes(numbers));
  }

  std::uint64_t value() const { return state_; }

 private:
  Fingerprint& add_word(std::uint64_t word);
  Fingerprint& add_bytes(std::span<const std::byte> bytes);

  std::uint64_t state_ = 0;
};

}  // namespace ocelli::internal
