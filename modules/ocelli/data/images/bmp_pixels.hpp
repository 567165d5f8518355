#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Whether the file is a BMP file with 16 bits a pixel, of which masks in its header tell the colors. OpenCV
/// reads some of them, and none with the headers of versions 2 to 5, which hold the masks themselves.
bool has_bmp_masks(Bytes file);

/// Whether it is one with 32 bits a pixel of which some are alpha, as its masks tell.
bool has_bmp_alpha(Bytes file);

/// Its pixels; each color is scaled to 0 .. 255, so that white is white. What is transparent is laid over
/// white, or shows its colors as stored; alpha that is zero everywhere is none.
/// Requires  has_bmp_masks() or has_bmp_alpha(), and a file that is as long as its header says.
/// Throws    Error(Kind::input) naming the file when its header is invalid, or time is up.
/// Source    Microsoft, BITMAPV5HEADER; MS-WMF 2.2.2.3.
DecodedImage decode_bmp_masks(Bytes file, Decoding decoding, const InputLimits& limits,
                              const std::string& name);

/// Whether the file is a BMP file with run-length encoded pixels (RLE4, RLE8).
bool has_bmp_runs(Bytes file);

/// The same picture as a BMP file without run-length encoding, which every decoder reads alike. Pixels that
/// no run covers have color 0; `warning` is set where runs leave the picture or end early.
/// Requires  has_bmp_runs(), and a size that the caller has checked.
/// Throws    Error(Kind::input) naming the file when its header is invalid.
/// Source    MS-WMF 3.1.6, "RLE8 compression" and "RLE4 compression".
std::vector<std::byte> without_bmp_runs(Bytes file, const std::string& name, std::string& warning);

}  // namespace ocelli::internal
