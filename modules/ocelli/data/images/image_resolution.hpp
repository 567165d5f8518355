#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ocelli {

/// Pixels an inch, along a picture's rows (x) and its columns (y).
struct Resolution {
  double x = 0, y = 0;

  friend bool operator==(const Resolution&, const Resolution&) = default;
};

/// The resolution that an image file states of itself: pHYs of PNG, JFIF's density or EXIF's resolution of JPEG (EXIF
/// where both are there), the resolution tags of TIFF, pixels a metre of BMP. Of the image as it is seen: where the
/// orientation stored in the file lays it on its side, x and y change places.
///
/// Nothing for other files, those that state none, or a ratio of sides without a unit, damaged ones, and values that no
/// scanner has (below 10 or above 20,000 pixels an inch).
/// Source    PNG (W3C) 11.3.5.3, JFIF 1.02, Exif 2.3 section 4.6, TIFF 6.0 section 8.
std::optional<Resolution> read_resolution(std::span<const std::byte> file);

/// The same of the image of a TIFF file whose directory lies at an offset.
std::optional<Resolution> read_tiff_resolution(std::span<const std::byte> file, std::uint32_t directory);

}  // namespace ocelli
