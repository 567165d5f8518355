#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ocelli::internal {

/// Pixels per inch, along an image's rows (x) and its columns (y).
struct Resolution {
  double x = 0, y = 0;

  friend bool operator==(const Resolution&, const Resolution&) = default;
};

/// The resolution stated in an image file: pHYs of PNG, JFIF's density or EXIF's resolution of JPEG (EXIF if
/// both are present), the resolution tags of TIFF, pixels per meter of BMP. It applies to the image as
/// displayed: if the stored orientation rotates it by a right angle, x and y are swapped.
///
/// Nothing for other or damaged files, files without a resolution or with only an aspect ratio, and
/// implausible values (below 10 or above 20,000 pixels per inch).
/// Source  PNG (W3C) 11.3.5.3, JFIF 1.02, Exif 2.3 section 4.6, TIFF 6.0 section 8.
std::optional<Resolution> read_resolution(std::span<const std::byte> file);

/// The same for the image of a TIFF file with its directory at an offset.
std::optional<Resolution> read_tiff_resolution(std::span<const std::byte> file, std::uint64_t directory);

}  // namespace ocelli::internal
