#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ocelli::internal::test {

/// An IDX file: its type, its shape, and its values as bytes.
inline std::string idx(char type, std::initializer_list<std::uint32_t> shape, std::string_view values) {
  std::string file{'\0', '\0', type, static_cast<char>(shape.size())};
  for (const std::uint32_t size : shape) {
    for (const int shift : {24, 16, 8, 0}) file += static_cast<char>(size >> shift & 0xFF);
  }
  return file.append(values);
}

/// Images in bytes, 0, 1, 2, ... over all their pixels.
inline std::string idx_images(std::uint32_t count, std::uint32_t height, std::uint32_t width) {
  std::string pixels(static_cast<std::size_t>(count) * height * width, '\0');
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<char>(i);
  return idx(0x08, {count, height, width}, pixels);
}

/// Labels in bytes.
inline std::string idx_labels(std::string_view labels) {
  return idx(0x08, {static_cast<std::uint32_t>(labels.size())}, labels);
}

}  // namespace ocelli::internal::test
