#pragma once

#include <string>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Whether the file is a BMP file with 16 bits a pixel, of which masks in its header tell the colors. OpenCV
/// reads some of them, and none with the headers of versions 2 to 5, which hold the masks themselves.
bool has_bmp_masks(Bytes file);

/// Its pixels; each color is scaled to 0 .. 255, so that white is white. Transparency is left out.
/// Requires  has_bmp_masks(), and a file that is as long as its header says.
/// Throws    Error(Kind::input) naming the file when its header is invalid, or time is up.
/// Source    Microsoft, BITMAPV5HEADER; MS-WMF 2.2.2.3.
DecodedImage decode_bmp_masks(Bytes file, Colors colors, const InputLimits& limits, const std::string& name);

}  // namespace ocelli::internal
