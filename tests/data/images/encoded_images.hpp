#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/data/images/image_file.hpp"

/// Encodes images as files in memory, and decodes them.
namespace ocelli::internal::test {

inline std::vector<unsigned char> encode(const char* extension, const cv::Mat& image) {
  std::vector<unsigned char> bytes;
  cv::imencode(extension, image, bytes);
  return bytes;
}

inline cv::Mat gray_of(const std::vector<unsigned char>& bytes) {
  return decode_gray(std::as_bytes(std::span(bytes)), "a.img");
}

inline DecodedImage read(std::string_view file, Decoding decoding) {
  return decode(std::as_bytes(std::span(file)), decoding, "a.img");
}

inline std::string_view view_of(const std::vector<unsigned char>& file) {
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

/// A picture with detail everywhere, so that no part of its file is empty.
inline cv::Mat noise(int height, int width, int type) {
  cv::Mat image(height, width, type);
  cv::RNG random(1);
  random.fill(image, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_16U ? 65535 : 255);
  return image;
}

}  // namespace ocelli::internal::test
