#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ocelli {

/// What the front of an image file promises.
struct ImageHeader {
  std::int64_t width = 0, height = 0;
  std::size_t pixels_at = 0;   ///< binary PNM only: where the first pixel lies
  std::int64_t row_bytes = 0;  ///< binary PNM only
  bool is_grey_pgm = false;    ///< binary, 8-bit, one channel, black 0 and white 255
};

/// Reads the size out of the header of a PNG, JPEG, BMP, PNM, TIFF or WebP file, without decoding anything,
/// so that a file that asks for too much memory can be refused. Nothing for other or damaged files.
/// Source  PNG (W3C) 11.2.2, JPEG (T.81) B.2.2, TIFF 6.0 section 2, RFC 9649, netpbm pgm(5).
std::optional<ImageHeader> read_image_header(std::span<const std::byte> file);

/// What is wrong with a file whose header cannot be read: the name and a remedy for a format that Ocelli does not read (GIF,
/// HEIC, AVIF, JPEG 2000, JPEG XL, camera raw and PSD files, PDF and video where an image is meant), else that it is none of
/// the known ones or damaged. The end of a sentence that begins with the file.
std::string unreadable_image(std::span<const std::byte> file);

}  // namespace ocelli
