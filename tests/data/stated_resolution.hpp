#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data/tiff_bytes.hpp"

/// Handmade image files that state a resolution.
namespace ocelli::internal::test {

inline std::string big_bytes(std::uint64_t value, int count) {
  std::string bytes;
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

inline std::string encoded(const char* ending, const cv::Mat& image) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, image, bytes);
  return {bytes.begin(), bytes.end()};
}

inline std::string png_chunk(const std::string& name, const std::string& data) {
  std::uint32_t sum = 0xFFFFFFFF;
  for (const char c : name + data) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return big_bytes(data.size(), 4) + name + data + big_bytes(~sum, 4);
}

/// A PNG file with pixels per meter (or, with unit 0, an aspect ratio).
inline std::string png_stating(const cv::Mat& image, std::uint32_t x, std::uint32_t y, int unit = 1) {
  constexpr std::size_t kAfterHeader = 33;
  std::string file = encoded(".png", image);
  return file.insert(kAfterHeader,
                     png_chunk("pHYs", big_bytes(x, 4) + big_bytes(y, 4) + static_cast<char>(unit)));
}

/// A JPEG file with a density in pixels per inch (unit 1) or centimeter (2), or an aspect ratio (0).
inline std::string jpeg_stating(const cv::Mat& image, int unit, unsigned x, unsigned y) {
  constexpr std::size_t kUnit = 13;
  std::string file = encoded(".jpg", image);
  return file.replace(kUnit, 5, static_cast<char>(unit) + big_bytes(x, 2) + big_bytes(y, 2));
}

struct StatedTiff {
  bool little = true;
  std::uint32_t x = 0, y = 0;
  unsigned unit = 2, orientation = 1;
};

/// A TIFF file with only these four fields, without an image.
inline std::string tiff_stating(const StatedTiff& stated) {
  const auto number = [&](std::uint32_t value, int bytes) {
    std::string text = big_bytes(value, bytes);
    return stated.little ? std::string(text.rbegin(), text.rend()) : text;
  };
  const auto field = [&](std::uint32_t tag, std::uint32_t type, const std::string& value) {
    return number(tag, 2) + number(type, 2) + number(1, 4) + value;
  };
  constexpr std::uint32_t kRational = 5, kDirectory = 8, kEnd = kDirectory + 2 + 4 * 12 + 4;
  std::string file = stated.little ? "II" : "MM";
  file += number(42, 2) + number(kDirectory, 4) + number(4, 2);
  file += field(274, kShort, number(stated.orientation, 2) + number(0, 2));
  file += field(282, kRational, number(kEnd, 4)) + field(283, kRational, number(kEnd + 8, 4));
  file += field(296, kShort, number(stated.unit, 2) + number(0, 2)) + number(0, 4);
  return file + number(stated.x, 4) + number(1, 4) + number(stated.y, 4) + number(1, 4);
}

/// A JPEG file with EXIF data (a TIFF file) as its second segment.
inline std::string with_exif(std::string jpeg, const std::string& tiff) {
  constexpr std::size_t kAfterJfif = 20;
  const std::string data = std::string("Exif\0\0", 6) + tiff;
  return jpeg.insert(kAfterJfif, "\xFF\xE1" + big_bytes(data.size() + 2, 2) + data);
}

}  // namespace ocelli::internal::test
