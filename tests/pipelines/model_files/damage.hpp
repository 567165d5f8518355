#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/payload.hpp"

namespace ocelli::internal::test {

using format::Bytes;

template <class T>
Bytes bytes_of(const T& value) {
  const auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  return {bytes.begin(), bytes.end()};
}

inline std::uint32_t word_at(const Bytes& file, std::size_t at) {
  std::uint32_t word;
  std::memcpy(&word, file.data() + at, sizeof word);
  return word;
}

/// The file with other bytes written at a place of its payload, under a checksum that fits them.
inline Bytes patched(const Bytes& file, std::size_t at, const Bytes& replacement) {
  Bytes payload = format::unseal(file);
  std::ranges::copy(replacement, payload.begin() + static_cast<std::ptrdiff_t>(at));
  return format::seal(std::move(payload));
}

/// Where `bytes` stand in the file for the first time.
inline std::uint32_t place_of(const Bytes& file, const Bytes& bytes) {
  const auto found = std::search(file.begin(), file.end(), bytes.begin(), bytes.end());
  EXPECT_NE(found, file.end()) << "the sample does not hold the value";
  return static_cast<std::uint32_t>(found - file.begin());
}

/// The file with the one place that holds `old_value` overwritten.
template <class T>
Bytes replaced(const Bytes& file, const T& old_value, const T& new_value) {
  return patched(file, place_of(file, bytes_of(old_value)), bytes_of(new_value));
}

/// Where a text stands in the file: its length comes first.
inline std::uint32_t place_of_text(const Bytes& file, const std::string& text) {
  Bytes packed = bytes_of(static_cast<std::uint32_t>(text.size()));
  std::ranges::copy(std::as_bytes(std::span(text)), std::back_inserter(packed));
  return place_of(file, packed);
}

/// The file with one text standing in for another: both share the same bytes.
inline Bytes with_text_replaced(const Bytes& file, const std::string& text, const std::string& by) {
  const std::uint32_t old_place = place_of_text(file, text), new_place = place_of_text(file, by);
  std::uint32_t at = 0;
  while (word_at(file, at) + at != old_place) at += 4;
  return patched(file, at, bytes_of(new_place - at));
}

/// The file with a vector that begins with `first` taken for one that begins 4 bytes later and has as many
/// items as the lower half of `first` says: its 8-byte numbers are not aligned.
template <class T>
Bytes with_vector_shifted(const Bytes& file, const T& first) {
  static_assert(sizeof(T) == 8);
  const std::uint32_t place = place_of(file, bytes_of(first));
  std::uint32_t at = 0;
  while (word_at(file, at) + at + 4 != place) at += 4;
  return patched(file, at, bytes_of(place - at));
}

/// The error by which work() is refused, which may throw no other exception; nothing where it is not.
template <class Work>
std::optional<Error> refusal_of(Work&& work) {
  try {
    work();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

/// Expects one Error(Kind::model) at `where` whose message has `part` in it.
template <class Work>
void expect_model_error(Work&& work, const std::string& where, const std::string& part) {
  const std::optional<Error> error = refusal_of(work);
  ASSERT_TRUE(error.has_value()) << "accepted what should be refused: " << part;
  EXPECT_EQ(error->kind(), Kind::model);
  EXPECT_EQ(error->where(), where);
  EXPECT_NE(error->message().find(part), std::string::npos) << error->message();
}

/// Damages a file in every way that a short list has, and expects load(bytes) to refuse each.
template <class Load>
void expect_every_damage_refused(const Bytes& file, Load&& load) {
  for (std::size_t size = 0; size < file.size(); ++size) {
    const Bytes part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    ASSERT_TRUE(refusal_of([&] { load(part); })) << "cut to " << size << " bytes";
  }
  Bytes flipped = file;
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    const auto mask = static_cast<std::byte>(1u << (bit % 8));
    flipped[bit / 8] ^= mask;
    ASSERT_TRUE(refusal_of([&] { load(flipped); })) << "bit " << bit;
    flipped[bit / 8] ^= mask;
  }
}

/// Overwrites each 32-bit word of the payload with values that break offsets, counts and numbers, under a
/// checksum that fits, as long as more() says so. The file may still be a good one; use(bytes) may throw an
/// Error and nothing else.
template <class Use, class More>
void survive_patched_words(const Bytes& file, Use&& use, More&& more) {
  for (std::size_t at = 0; at + 8 <= file.size() && more(); at += 4) {
    const std::uint32_t old = word_at(file, at);
    for (const std::uint32_t word : {0u, 1u, old + 4, 0x7F800000u, 0x7FC00000u, 0x7FFFFFFFu, ~0u}) {
      (void)refusal_of([&] { use(patched(file, at, bytes_of(word))); });
    }
  }
}

template <class Use>
void survive_patched_words(const Bytes& file, Use&& use) {
  survive_patched_words(file, use, [] { return true; });
}

}  // namespace ocelli::internal::test
