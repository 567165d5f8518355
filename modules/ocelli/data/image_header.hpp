#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ocelli {

/// What the front of an image file promises.
struct ImageHeader {
  std::int64_t width = 0, height = 0;
  bool is_grey_pgm = false;   ///< binary, 8-bit, one channel, with black 0 and white 255
  std::size_t pixels_at = 0;  ///< for such a one, where its first pixel lies
};

/// Reads the size out of the header of a PNG, JPEG, BMP, PNM, TIFF or WebP file, without decoding anything,
/// so that a file that asks for too much memory can be refused. Nothing for other or damaged files. Source
/// the formats' specifications: PNG (W3C) 11.2.2, JPEG (T.81) B.2.2, TIFF 6.0 section 2, RFC 9649, netpbm
/// pgm(5).
std::optional<ImageHeader> read_image_header(std::span<const std::byte> file);

}  // namespace ocelli
