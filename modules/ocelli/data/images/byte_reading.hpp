#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ocelli::internal {

using Bytes = std::span<const std::byte>;

enum class Endian { little, big };

/// `count` bytes at `offset` as an unsigned number; 0 when they extend beyond the end. Requires count <= 7.
inline std::int64_t number_at(Bytes file, std::size_t offset, std::size_t count, Endian endian) {
  if (offset > file.size() || count > file.size() - offset) return 0;
  std::int64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = endian == Endian::big ? i : count - 1 - i;
    value = value << 8 | std::to_integer<std::int64_t>(file[offset + place]);
  }
  return value;
}

inline std::int64_t big(Bytes file, std::size_t offset, std::size_t count) {
  return number_at(file, offset, count, Endian::big);
}

inline std::int64_t little(Bytes file, std::size_t offset, std::size_t count) {
  return number_at(file, offset, count, Endian::little);
}

/// Whether the bytes at `offset` equal `magic`.
inline bool has_at(Bytes file, std::size_t offset, std::string_view magic) {
  if (file.size() < offset + magic.size()) return false;
  return std::ranges::equal(file.subspan(offset, magic.size()), std::as_bytes(std::span(magic)));
}

}  // namespace ocelli::internal
