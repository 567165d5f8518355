#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ocelli::internal {

/// A builder for big-endian binary data, as used in fonts and color profiles.
class BigEndian {
 public:
  BigEndian& put(std::uint64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
      data_ += static_cast<char>(value >> shift & 0xFF);
    return *this;
  }
  BigEndian& u16(std::uint32_t value) { return put(value, 2); }
  BigEndian& u32(std::uint32_t value) { return put(value, 4); }
  BigEndian& i16(int value) { return put(static_cast<std::uint16_t>(value), 2); }
  BigEndian& i32(std::int32_t value) { return put(static_cast<std::uint32_t>(value), 4); }
  BigEndian& text(const std::string& bytes) {
    data_ += bytes;
    return *this;
  }
  BigEndian& zeros(std::size_t count) {
    data_.append(count, '\0');
    return *this;
  }

  const std::string& data() const { return data_; }

 private:
  std::string data_;
};

/// The data, padded with zeros to a multiple of four bytes.
inline std::string in_fours(std::string data) {
  data.resize((data.size() + 3) / 4 * 4);
  return data;
}

}  // namespace ocelli::internal
