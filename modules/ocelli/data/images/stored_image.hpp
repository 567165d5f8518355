#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace ocelli::internal {

/// The pixels of an image as encoded in its file, for files of other kinds that can contain the same
/// encoding.
struct StoredImage {
  enum class Coding {
    jpeg,  ///< `data` is the whole file; baseline or progressive, 8 bits, gray or color
    png,   ///< `data` is the zlib stream of the rows with PNG's filters; not interlaced, nothing transparent
  } coding = Coding::jpeg;
  int width = 0, height = 0;  ///< as stored
  /// EXIF, 1 to 8: how the stored image is rotated and mirrored for display.
  int orientation = 1;
  int channels = 1, bits = 8;
  std::string palette = {};  ///< of a PNG with a palette: three bytes per color, red first
  std::string data = {};
};

/// Nothing for files of other kinds, damaged ones, and those with pixels that need more than decoding: CMYK,
/// transparency, interlacing, JPEG that is lossless, arithmetic-coded or of more than 8 bits. The encoded
/// pixels themselves are not checked.
/// Source  JPEG (T.81) B.1, B.2; PNG (W3C) 5, 11.2, 11.3.
std::optional<StoredImage> read_stored_image(std::span<const std::byte> file);

}  // namespace ocelli::internal
