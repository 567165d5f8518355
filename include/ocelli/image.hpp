#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/version.hpp"

namespace ocelli {

/// The channel order and bit depth of a pixel.
enum class PixelFormat {
  gray8,   ///< one byte
  gray16,  ///< one 16-bit number in native byte order
  bgr8,    ///< three bytes: blue, green, red, as in OpenCV
  rgb8,    ///< three bytes: red, green, blue
  bgra8,   ///< four bytes; transparent pixels are blended over white
  rgba8,   ///< as bgra8, but red, green, blue, alpha
};

/// Bytes of one pixel.
OCELLI_API int bytes_per_pixel(PixelFormat format);

/// An image in the caller's memory: origin at the top left, x to the right, y down.
///
///     const ocelli::ImageView view{frame.data(), 640, 480, 3 * 640, ocelli::PixelFormat::rgb8};
///
/// Functions that take a view use gray8 and bgr8 pixels in place. Other formats are converted once per call.
struct ImageView {
  const void* data = nullptr;  ///< the first pixel of the first row
  int width = 0, height = 0;   ///< pixels; each at least 1
  /// Bytes from one row to the next, at least the bytes of `width` pixels; 0: rows without gaps.
  std::ptrdiff_t row_stride = 0;
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

/// Decodes a JPEG, PNG, TIFF, WebP, BMP or PNM file and applies its EXIF orientation. Transparent pixels are
/// blended over white. 16-bit samples are reduced to 8 bits.
/// Throws  Error(Kind::input) naming the file when it is missing, damaged or larger than 2^26 pixels.
OCELLI_API Image read_image(const std::filesystem::path& path);
/// Decodes a file in memory; `name` stands for the file in error messages.
OCELLI_API Image decode_image(std::span<const std::byte> file, const std::string& name = "image");

/// Writes a PNG or JPEG file, depending on the extension. On failure, no file is left behind.
/// Throws  Error(Kind::usage) for another extension, Error(Kind::output) when the file cannot be written.
OCELLI_API void write_image(const std::filesystem::path& path, const ImageView& image);

}  // namespace ocelli
