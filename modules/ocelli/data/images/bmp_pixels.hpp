#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Whether the file is a BMP file with 16 bits per pixel and color masks in its header. OpenCV reads some of
/// them, but none with the headers of versions 2 to 5, which contain the masks themselves.
bool has_bmp_masks(Bytes file);

/// Whether it is a BMP file with 32 bits per pixel and an alpha mask.
bool has_bmp_alpha(Bytes file);

/// Decodes its pixels. Each color is scaled to 0 .. 255, so that white is white. Transparent pixels are
/// blended over white, or keep their stored colors. Alpha that is zero everywhere is ignored.
/// Requires  has_bmp_masks() or has_bmp_alpha(), and a file that is as long as its header states.
/// Throws    Error(Kind::input) naming the file when its header is invalid or the time limit is exceeded.
/// Source    Microsoft, BITMAPV5HEADER; MS-WMF 2.2.2.3.
DecodedImage decode_bmp_masks(Bytes file, Decoding decoding, const InputLimits& limits,
                              const std::string& name);

/// Whether the file is a BMP file with run-length encoded pixels (RLE4, RLE8).
bool has_bmp_runs(Bytes file);

/// The same picture as a BMP file without run-length encoding, which every decoder reads alike. Pixels that
/// no run covers have color 0. `warning` is set if runs leave the picture or end early.
/// Requires  has_bmp_runs(), and a size that the caller has checked.
/// Throws    Error(Kind::input) naming the file when its header is invalid.
/// Source    MS-WMF 3.1.6, "RLE8 compression" and "RLE4 compression".
std::vector<std::byte> without_bmp_runs(Bytes file, const std::string& name, std::string& warning);

}  // namespace ocelli::internal
