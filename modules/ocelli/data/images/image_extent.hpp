#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ocelli::internal {

/// Width and height of an image as displayed, in pixels.
struct ImageExtent {
  int width = 0, height = 0;

  friend bool operator==(const ImageExtent&, const ImageExtent&) = default;
};

/// The size that decode_gray() returns for an image file, read from its headers alone: if Exif or TIFF tags
/// rotate it by a right angle, width and height are swapped. Nothing for other or damaged files. Source
/// Exif 2.32, 4.6.4 (orientation).
std::optional<ImageExtent> read_image_extent(std::span<const std::byte> file);

}  // namespace ocelli::internal
