#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace ocelli::internal {

/// The pixels of an image as its file codes them, for files of other kinds that can hold the same coding.
struct StoredImage {
  enum class Coding {
    jpeg,  ///< `data` is the whole file; baseline or progressive, 8 bits, gray or color
    png,   ///< `data` is the zlib stream of the rows with PNG's filters; not interlaced, nothing transparent
  } coding = Coding::jpeg;
  int width = 0, height = 0;  ///< as stored
  int orientation = 1;  ///< by EXIF, 1 to 8: how the stored image is turned and mirrored to be displayed
  int channels = 1, bits = 8;
  std::string palette = {};  ///< of a PNG with color numbers: three bytes a color, red first
  std::string data = {};
};

/// Nothing for files of other kinds, damaged ones, and those whose pixels need more than their coding to be
/// shown: CMYK, transparency, interlacing, JPEG that is lossless, arithmetic-coded or of more than 8 bits.
/// The coded pixels themselves are not checked.
/// Source    JPEG (T.81) B.1, B.2; PNG (W3C) 5, 11.2, 11.3.
std::optional<StoredImage> read_stored_image(std::span<const std::byte> file);

}  // namespace ocelli::internal
