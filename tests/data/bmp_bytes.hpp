#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "data/tiff_bytes.hpp"

namespace ocelli::internal::test {

/// A BMP file with one row of 16-bit or 32-bit pixels, a header of this many bytes and masks for red, green,
/// blue and alpha.
inline std::string bmp_with_masks(std::uint32_t header, const std::vector<std::uint32_t>& masks,
                                  const std::vector<std::uint32_t>& pixels, int height = 1, int bits = 16) {
  const std::uint32_t front = 14 + std::max(header, 40U + 12),
                      width = static_cast<std::uint32_t>(pixels.size());
  const std::uint32_t row = (static_cast<std::uint32_t>(bits / 8) * width + 3) / 4 * 4;
  std::string file = "BM";
  for (const std::uint32_t number :
       {front + row, 0U, front, header, width, static_cast<std::uint32_t>(height)})
    append_number(file, number, 4);
  append_number(file, 1, 2);
  append_number(file, static_cast<std::uint64_t>(bits), 2);
  for (const std::uint32_t number : {3U, row, 0U, 0U, 0U, 0U}) append_number(file, number, 4);
  for (const std::uint32_t mask : masks) append_number(file, mask, 4);
  file.resize(front);
  for (const std::uint32_t pixel : pixels) append_number(file, pixel, bits / 8);
  file.resize(front + row);
  return file;
}

}  // namespace ocelli::internal::test
