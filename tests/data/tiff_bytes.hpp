#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ocelli::internal::test {

/// An entry of a TIFF directory, as stored in the file. For LONG8, which exceeds the four bytes, the value is
/// an offset.
struct TiffTag {
  std::uint16_t tag = 0, type = 3;
  std::uint32_t count = 1, value = 0;
};

inline constexpr std::uint16_t kShort = 3, kLong = 4, kLong8 = 16;

inline void append_number(std::string& file, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file += static_cast<char>(value >> 8 * i & 0xFF);
}

/// The tags of an uncompressed gray image with its pixels at `pixels_at`.
inline std::vector<TiffTag> gray_tags(std::uint32_t width, std::uint32_t height, std::uint32_t pixels_at) {
  return {{256, kLong, 1, width}, {257, kLong, 1, height}, {258, kShort, 1, 8},
          {259, kShort, 1, 1},    {262, kShort, 1, 1},     {273, kLong, 1, pixels_at},
          {277, kShort, 1, 1},    {278, kLong, 1, height}, {279, kLong, 1, width * height}};
}

/// A handwritten little-endian TIFF file: `data` at offset 8, then the directories one after the other.
inline std::string tiff_file(const std::string& data, const std::vector<std::vector<TiffTag>>& pages) {
  std::string file("II*\0", 4);
  append_number(file, 8 + data.size(), 4);
  file += data;
  for (const std::vector<TiffTag>& tags : pages) {
    append_number(file, tags.size(), 2);
    for (const TiffTag& tag : tags) {
      append_number(file, tag.tag, 2);
      append_number(file, tag.type, 2);
      append_number(file, tag.count, 4);
      append_number(file, tag.value, 4);
    }
    append_number(file, &tags == &pages.back() ? 0 : file.size() + 4, 4);
  }
  return file;
}

/// A number in Intel's or Motorola's byte order.
inline std::string number_bytes(std::uint64_t value, int bytes, bool is_big_endian) {
  std::string number;
  append_number(number, value, bytes);
  return is_big_endian ? std::string(number.rbegin(), number.rend()) : number;
}

/// The same as a BigTIFF file: `data` at offset 16. A value is at the start of its field.
inline std::string big_tiff_file(const std::string& data, const std::vector<std::vector<TiffTag>>& pages,
                                 bool is_big_endian = false) {
  const auto number = [&](std::uint64_t value, int bytes) {
    return number_bytes(value, bytes, is_big_endian);
  };
  std::string file = (is_big_endian ? "MM" : "II") + number(43, 2) + number(8, 2) + number(0, 2);
  file += number(16 + data.size(), 8) + data;
  for (const std::vector<TiffTag>& tags : pages) {
    file += number(tags.size(), 8);
    for (const TiffTag& tag : tags) {
      const int bytes = tag.type == kShort ? 2 : 4;
      file += number(tag.tag, 2) + number(tag.type, 2) + number(tag.count, 8) + number(tag.value, bytes);
      file.append(static_cast<std::size_t>(8 - bytes), '\0');
    }
    file += number(&tags == &pages.back() ? 0 : file.size() + 8, 8);
  }
  return file;
}

}  // namespace ocelli::internal::test
