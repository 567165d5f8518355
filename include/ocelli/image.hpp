#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/version.hpp"

namespace ocelli {

/// The order and depth of a pixel's samples.
enum class PixelFormat {
  gray8,   ///< one byte
  gray16,  ///< one native 16-bit number
  bgr8,    ///< three bytes: blue, green, red, as OpenCV has them
  rgb8,    ///< three bytes: red, green, blue
  bgra8,   ///< four bytes; what is transparent is laid over white
  rgba8,   ///< the same for red, green, blue and alpha
};

/// Bytes of one pixel.
OCELLI_API int bytes_per_pixel(PixelFormat format);

/// An image in someone else's memory: origin at the top left, x to the right, y down.
///
///     const ocelli::ImageView view{frame.data(), 640, 480, 3 * 640, ocelli::PixelFormat::rgb8};
///
/// Functions that take a view copy nothing for gray8 and bgr8; other formats are converted once per call.
struct ImageView {
  const void* data = nullptr;  ///< the first pixel of the first row
  int width = 0, height = 0;   ///< pixels, each at least 1
  std::ptrdiff_t row_stride =
      0;  ///< bytes from one row to the next; 0: rows without gaps. At least width pixels
  PixelFormat format = PixelFormat::gray8;
};

/// An image that owns its pixels.
struct Image {
  std::vector<std::uint8_t> pixels;  ///< rows without gaps
  int width = 0, height = 0;
  PixelFormat format = PixelFormat::gray8;  ///< gray8 or bgr8

  ImageView view() const { return {pixels.data(), width, height, 0, format}; }
  operator ImageView() const { return view(); }  // NOLINT(google-explicit-constructor)
};

/// Decodes a JPEG, PNG, TIFF, WebP, BMP or PNM file, turned upright by its EXIF orientation. What
/// is transparent is laid over white; 16-bit samples become 8-bit ones.
/// Throws  Error(Kind::input) naming the file, when it is
/// missing, damaged or larger than 2^26 pixels.
OCELLI_API Image read_image(const std::filesystem::path& path);
/// The same from memory; `name` stands for the file in errors.
OCELLI_API Image decode_image(std::span<const std::byte> file, const std::string& name = "image");

/// Writes a PNG or JPEG file, by the ending of its name, whole or not at all.
/// Throws  Error(Kind::usage) for another ending, Error(Kind::output) when the file cannot be written.
OCELLI_API void write_image(const std::filesystem::path& path, const ImageView& image);

}  // namespace ocelli
