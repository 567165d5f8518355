#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ocelli::internal {

/// The properties that an image file's header states.
struct ImageHeader {
  std::int64_t width = 0, height = 0;
  std::size_t pixels_at = 0;   ///< binary PNM only: the offset of the first pixel
  std::int64_t row_bytes = 0;  ///< binary PNM only
  bool is_gray_pgm = false;    ///< binary, 8-bit, one channel, black 0 and white 255
};

/// Reads the size from the header of a file of one of image_formats(), without decoding, so that a file that
/// needs too much memory can be rejected. Nothing for other or damaged files.
/// Source  PNG (W3C) 11.2.2, JPEG (T.81) B.2.2, TIFF 6.0 section 2, RFC 9649, netpbm pgm(5).
std::optional<ImageHeader> read_image_header(std::span<const std::byte> file);

/// Whether a PNG, JPEG, BMP or binary PNM file is truncated.
///
/// Decoders treat a truncated file differently: some fill the rest with gray without a warning, some write
/// to stderr. This check turns it into one error. For other kinds of files, left to their decoders, the
/// result is false.
bool ends_early(std::span<const std::byte> file);

/// Width and height of an image as displayed, in pixels.
struct ImageExtent {
  int width = 0, height = 0;

  friend bool operator==(const ImageExtent&, const ImageExtent&) = default;
};

/// The size that decode_gray() returns for an image file, read from its headers alone. If Exif or TIFF tags
/// rotate it by a right angle, width and height are swapped. Nothing for other or damaged files.
/// Source  Exif 2.32, 4.6.4 (orientation).
std::optional<ImageExtent> read_image_extent(std::span<const std::byte> file);

/// Whether the file begins like the text that Git LFS keeps in place of a file.
bool is_lfs_pointer(std::span<const std::byte> file);

/// Describes a file with an unreadable header: the name and a remedy for an unsupported format (HEIC,
/// AVIF, JPEG XL, camera raw and PSD files, PDF and video where an image is expected) and for a
/// Git LFS pointer, else that the format is unknown or the file damaged. Returns the end of a sentence that
/// begins with the file name.
std::string unreadable_image(std::span<const std::byte> file);

}  // namespace ocelli::internal
