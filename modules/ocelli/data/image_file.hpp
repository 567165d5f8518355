#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/annotation.hpp"

namespace ocelli {

/// The most pixels that an image file may hold. Headers are checked before anything is decoded.
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 26;

/// Decodes an image file held in memory to 8-bit grey; `name` is for messages.
///
/// PNG, JPEG, BMP, PNM, TIFF and WebP, told apart by content. 16-bit values are scaled to 8 bits, alpha is
/// dropped, the EXIF orientation is applied. Grey straight from the decoder may differ from converted colour
/// by rounding. The first call turns OpenCV's own log off: what went wrong is in the Error.
/// Throws  Error(Kind::input) naming the file when it is empty, cut short, damaged, of another kind, or has
///         more than kMostPixels pixels.
cv::Mat decode_grey(std::span<const std::byte> bytes, const std::string& name);

/// The same, keeping colour: one channel for grey files, else three (BGR).
cv::Mat decode_image(std::span<const std::byte> bytes, const std::string& name);

/// The same from a file. Throws as decode_grey(), and when the file cannot be read.
cv::Mat read_grey(const std::filesystem::path& path);
cv::Mat read_image(const std::filesystem::path& path);

/// The image that an annotation speaks of: the whole file, or the one cell of a strip, read without the rest.
cv::Mat read_grey(const AnnotatedImage& image);

}  // namespace ocelli
