#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ocelli {

/// Width and height of an image as it is seen, pixels.
struct ImageExtent {
  int width = 0, height = 0;

  friend bool operator==(const ImageExtent&, const ImageExtent&) = default;
};

/// The extent that decode_grey() gives an image file, read from its headers alone: where Exif or a TIFF says to turn it by
/// a right angle, width and height are exchanged. Nothing for other or damaged files.
/// Source  Exif 2.32, 4.6.4 (orientation).
std::optional<ImageExtent> read_image_extent(std::span<const std::byte> file);

}  // namespace ocelli
